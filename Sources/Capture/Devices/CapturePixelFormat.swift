import Imaging

/// The layout of the pixels of a device's frames.
public enum CapturePixelFormat: String, Sendable, Hashable, CaseIterable {
  /// Planes of Y'CbCr, chroma half in both dimensions, 16...235 (Core Video's `420v`).
  case yuv420VideoRange
  /// Planes of Y'CbCr, chroma half in both dimensions, 0...255 (`420f`).
  case yuv420FullRange
  /// Packed Y Cb Y Cr (`yuvs`).
  case yuyv422
  /// Packed Cb Y Cr Y (`2vuy`).
  case uyvy422
  /// Frames coded as JPEG, each by itself.
  case motionJPEG
  /// Frames coded as H.264, most of them predicted from earlier ones.
  case h264
  /// Luma alone.
  case gray
  /// Red, green and blue, 8 bits each.
  case rgb24
  /// Blue, green and red, 8 bits each.
  case bgr24

  /// The layout in which outputs receive frames. Packed 4:2:2 becomes 4:2:0 of video range, and Motion JPEG 4:2:0 of
  /// full range. H.264 becomes 4:2:0 of the range that its stream states, which is video range with most cameras:
  /// samples are not converted. The other layouts stay.
  public var delivered: CapturePixelFormat {
    switch self {
    case .yuyv422, .uyvy422, .h264: .yuv420VideoRange
    case .motionJPEG: .yuv420FullRange
    case .yuv420VideoRange, .yuv420FullRange, .gray, .rgb24, .bgr24: self
    }
  }

  /// The size in bytes of a frame that outputs receive.
  ///
  /// - Parameter size: the size of the frame, in pixels.
  public func deliveredByteCount(of size: PixelSize) -> Int {
    switch delivered {
    case .gray: size.area
    case .rgb24, .bgr24: size.area * 3
    default: size.area + 2 * size.half.area
    }
  }

  /// Lower comes first if sizes are equal: the cheapest to decode, which is also the most common.
  var rank: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }
}
