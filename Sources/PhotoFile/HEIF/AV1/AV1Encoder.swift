import Imaging

/// How AV1 pictures are coded: by libaom, each by one thread, so that many can be coded at once.
enum AV1Encoder {
  /// The parameters of libheif's encoder.
  static func parameters(_ settings: CodingSettings) -> [(String, String)] {
    // Measured on 12 megapixels: speed 6 takes three times as long for 0.6 dB.
    [("speed", "\(min(max(settings.speed ?? 8, 0), 9))"), ("threads", "1")]
  }

  /// Tiles of twice this would be coded no faster by two cores; those of half this are a tenth larger in bytes.
  private static let longestTileSide = 1024

  /// The tiles for a picture: few and of nearly the same size, in multiples of 64.
  ///
  /// Small pictures are coded whole, at any size, and so are those of odd width or height: MIAF does not let a grid with
  /// subsampled chroma have them (ISO/IEC 23000-22, 7.3.11.4.2).
  static func tileSize(for size: PixelSize) -> PixelSize {
    guard max(size.width, size.height) > longestTileSide, size.width.isMultiple(of: 2), size.height.isMultiple(of: 2)
    else { return size }
    func side(_ length: Int) -> Int {
      let count = (length + longestTileSide - 1) / longestTileSide
      return ((length + count - 1) / count + 63) / 64 * 64
    }
    return PixelSize(width: side(size.width), height: side(size.height))
  }
}
