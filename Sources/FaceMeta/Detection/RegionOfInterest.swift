import Imaging
import Kernels

/// The part of a picture in which faces are looked for: what is outside is never seen.
struct RegionOfInterest: Sendable {
  /// The part, as stored.
  let pixels: PixelBuffer
  /// Whether it is all of the picture.
  let isWhole: Bool
  private let whole: FrameGeometry
  private let part: FrameGeometry

  /// Nil where the region has no pixel of the picture.
  ///
  /// - Parameter region: of the upright picture.
  init?(_ region: NormalizedRect, of stored: PixelBuffer, orientation: Orientation) {
    let upright = orientation.apply(to: stored.size)
    let rect = orientation.inverse.apply(to: region).pixels(in: stored.size)
    guard !rect.isEmpty else { return nil }
    isWhole = rect == PixelRect(stored.size)
    pixels = isWhole ? stored : stored.cropped(to: rect)
    whole = FrameGeometry(uprightSize: upright)
    let (width, height) = (Double(stored.width), Double(stored.height))
    part = whole.cropped(
      to: orientation.apply(
        to: NormalizedRect(
          x: Double(rect.x) / width, y: Double(rect.y) / height, width: Double(rect.width) / width,
          height: Double(rect.height) / height)))
  }

  /// A face of the part as one of the whole picture, upright both.
  func face(_ face: Face) -> Face { face.transformed(to: whole, from: part) }
}
