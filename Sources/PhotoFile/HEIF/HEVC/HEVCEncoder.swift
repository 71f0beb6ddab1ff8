import Imaging

/// How HEVC pictures are coded: by x265, each by one thread, so that many can be coded at once.
enum HEVCEncoder {
  /// The parameters of libheif's encoder and, through it, of x265.
  static func parameters(_ settings: CodingSettings) -> [(String, String)] {
    [
      ("preset", preset(forSpeed: settings.speed)), ("x265:pools", "none"), ("x265:frame-threads", "1"),
      ("x265:wpp", "0"),
    ]
  }

  /// x265's preset for a speed of `0...10`.
  private static func preset(forSpeed speed: Int?) -> String {
    // Measured on 12 megapixels: superfast takes three times as long for 0.6 dB, and twice for a matte an eighth smaller.
    guard let speed else { return "ultrafast" }
    let presets = [
      "placebo", "placebo", "veryslow", "slower", "slow", "medium", "fast", "faster", "veryfast", "superfast",
      "ultrafast",
    ]
    return presets[min(max(speed, 0), presets.count - 1)]
  }

  /// The longest side of Apple's tiles.
  static let longestTileSide = 512

  /// The tiles for a picture: one of exactly its size where HEVC can code that and it is not larger than a tile;
  /// otherwise up to 512 on a side and, as MIAF wants it (ISO/IEC 23000-22, 7.3.11.4.2), a multiple of 64.
  static func tileSize(for size: PixelSize) -> PixelSize {
    func side(_ length: Int) -> Int { min(longestTileSide, (length + 63) / 64 * 64) }
    let isCodedWhole = [size.width, size.height].allSatisfy {
      (64...longestTileSide).contains($0) && $0.isMultiple(of: 2)
    }
    return isCodedWhole ? size : PixelSize(width: side(size.width), height: side(size.height))
  }

  /// Whether x265 works with samples of `depth` bits, once it has coded a picture of them.
  ///
  /// x265 sets its tables up when it first encodes, without a lock: two threads that do so at once crash. So a small
  /// picture is encoded once before all others. There is an x265 for each depth.
  static func isPrepared(depth: Int) -> Bool {
    switch depth {
    case 8: isPreparedFor8
    case 10: isPreparedFor10
    case 12: isPreparedFor12
    default: false
    }
  }

  private static let isPreparedFor8 = prepare(depth: 8)
  private static let isPreparedFor10 = prepare(depth: 10)
  private static let isPreparedFor12 = prepare(depth: 12)

  private static func prepare(depth: Int) -> Bool {
    let size = PixelSize(width: 64, height: 64)
    let settings = CodingSettings(codec: .hevc, content: .losslessGray, depth: depth)
    let picture = try? PictureEncoder.encodePrepared(size: size, settings: settings) { planes in
      for y in 0..<size.height {
        let row = planes.luma + y * planes.lumaStride
        row.initializeMemory(as: UInt8.self, repeating: 0, count: size.width * settings.bytesPerSample)
      }
    }
    return picture != nil
  }
}
