import Imaging

/// Codes single pictures with either codec. Calls may run on all cores at once.
enum PictureEncoder {
  /// Codes a picture whose samples `fill` writes.
  ///
  /// - Precondition: for HEVC both sides of `size` are even and at least 64.
  static func encode(
    size: PixelSize, settings: CodingSettings, fill: (PicturePlanes) -> Void
  ) throws(PhotoFileError) -> CodedPicture {
    switch settings.codec {
    case .hevc: try HEVCEncoder.encode(size: size, settings: settings, fill: fill)
    case .av1: try AV1Encoder.encode(size: size, settings: settings, fill: fill)
    }
  }
}
