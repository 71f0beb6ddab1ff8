/// The matrix and range in the VUI, near the end of an HEVC sequence parameter set (ITU-T H.265, 7.3.2.2 and E.2.1).
enum HEVCVideoUsability {
  /// Reads the fields from the bit depths to the colour description.
  static func codePoints(_ reader: inout BitReader, subLayers: Int) throws(HEIFError) -> ColorCodePoints {
    let pictureOrderBits = try reader.unsignedExpGolomb() + 4
    for _ in (try reader.bit() ? 0 : subLayers)...subLayers { try reader.skipExpGolomb(3) }
    try reader.skipExpGolomb(6)
    if try reader.bit(), try reader.bit() { try skipScalingLists(&reader) }
    _ = try reader.bits(2)
    if try reader.bit() {
      _ = try reader.bits(8)
      try reader.skipExpGolomb(2)
      _ = try reader.bit()
    }
    try skipShortTermReferences(&reader)
    if try reader.bit() {
      guard pictureOrderBits <= 16 else { throw .malformed("a picture order count of \(pictureOrderBits) bits") }
      for _ in 0..<(try reader.unsignedExpGolomb()) { _ = try reader.bits(pictureOrderBits + 1) }
    }
    _ = try reader.bits(2)
    guard try reader.bit() else { return .unspecified }

    if try reader.bit(), try reader.bits(8) == 255 { _ = try reader.bits(32) }
    if try reader.bit() { _ = try reader.bit() }
    var points = ColorCodePoints.unspecified
    guard try reader.bit() else { return points }
    _ = try reader.bits(3)
    points.isFullRange = try reader.bit()
    if try reader.bit() {
      points.primaries = Int(try reader.bits(8))
      points.transfer = Int(try reader.bits(8))
      points.matrix = Int(try reader.bits(8))
    }
    return points
  }

  /// `scaling_list_data` (7.3.4)
  private static func skipScalingLists(_ reader: inout BitReader) throws(HEIFError) {
    for size in 0..<4 {
      for _ in 0..<(size == 3 ? 2 : 6) {
        if try reader.bit() {
          try reader.skipExpGolomb(min(64, 16 << (2 * size)) + (size > 1 ? 1 : 0))
        } else {
          try reader.skipExpGolomb(1)
        }
      }
    }
  }

  /// All `st_ref_pic_set` (7.3.7)
  private static func skipShortTermReferences(_ reader: inout BitReader) throws(HEIFError) {
    let count = try reader.unsignedExpGolomb()
    guard count <= 64 else { throw .malformed("\(count) sets of reference pictures") }
    var previous = 0
    for index in 0..<count {
      if try index > 0 ? reader.bit() : false {
        _ = try reader.bit()
        try reader.skipExpGolomb(1)
        var kept = 0
        for _ in 0...previous {
          let isUsed = try reader.bit()
          if try isUsed ? true : reader.bit() { kept += 1 }
        }
        previous = kept
      } else {
        previous = try reader.unsignedExpGolomb() + reader.unsignedExpGolomb()
        guard previous <= 32 else { throw .malformed("\(previous) reference pictures") }
        for _ in 0..<previous {
          try reader.skipExpGolomb(1)
          _ = try reader.bit()
        }
      }
    }
  }
}
