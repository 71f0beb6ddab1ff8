import Imaging

/// Sets x265 up before it is used.
///
/// x265 initializes its tables on first use, without a lock: two threads that do so at once crash. So a small picture
/// is encoded once before all others. There is an x265 for each depth.
enum HEVCPreparation {
  /// Whether x265 works with samples of `depth` bits, which are 8, 10 or 12.
  static func isDone(depth: Int) -> Bool {
    switch depth {
    case 8: isDoneFor8
    case 10: isDoneFor10
    case 12: isDoneFor12
    default: false
    }
  }

  private static let isDoneFor8 = prepare(depth: 8)
  private static let isDoneFor10 = prepare(depth: 10)
  private static let isDoneFor12 = prepare(depth: 12)

  private static func prepare(depth: Int) -> Bool {
    let size = PixelSize(width: 64, height: 64)
    let settings = CodingSettings(codec: .hevc, content: .losslessGray, depth: depth)
    let picture = try? HEVCEncoder.encodePrepared(size: size, settings: settings) { planes in
      for y in 0..<size.height {
        let row = planes.luma + y * planes.lumaStride
        row.initializeMemory(as: UInt8.self, repeating: 0, count: size.width * settings.bytesPerSample)
      }
    }
    return picture != nil
  }
}
