/// A network abstraction layer unit of HEVC (ITU-T H.265, 7.3.1), without start code.
struct HEVCNALUnit: Hashable {
  enum Kind {
    static let videoParameterSet = 32
    static let sequenceParameterSet = 33
    static let pictureParameterSet = 34
  }

  let bytes: [UInt8]

  /// `nal_unit_type`; -1 for a unit without bytes.
  var kind: Int { bytes.first.map { Int($0 >> 1 & 63) } ?? -1 }

  /// The bytes without the 3 that keeps start codes from appearing inside (7.4.1.1).
  var unescaped: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var zeros = 0
    for byte in bytes {
      if zeros >= 2, byte == 3 {
        zeros = 0
      } else {
        result.append(byte)
        zeros = byte == 0 ? zeros + 1 : 0
      }
    }
    return result
  }

  init(bytes: [UInt8]) { self.bytes = bytes }

  init(unescaped: [UInt8]) {
    var escaped: [UInt8] = []
    var zeros = 0
    for byte in unescaped {
      if zeros >= 2, byte <= 3 {
        escaped.append(3)
        zeros = 0
      }
      escaped.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    bytes = escaped
  }

  /// The maximum number of units of one picture: 600 slice segments (ITU-T H.265, table A.8) and their other units. A
  /// decoder keeps a kilobyte and more for each, however short it is.
  private static let maximumCount = 1_000

  /// Whether it is a slice segment, and the first of a picture (7.3.6.1).
  var startsPicture: Bool { (0..<32).contains(kind) && bytes.count > 2 && bytes[2] >> 7 == 1 }

  /// The units of an `hvc1` payload, each after its length in `lengthSize` bytes.
  static func units(inSample data: [UInt8], lengthSize: Int) throws(HEIFError) -> [HEVCNALUnit] {
    var reader = BoxReader(bytes: data)
    var units: [HEVCNALUnit] = []
    while reader.remaining > 0 {
      let length = try reader.integer(byteCount: lengthSize)
      guard length <= UInt64(reader.remaining) else { throw .malformed("a picture's HEVC data end too soon") }
      guard units.count < maximumCount else {
        throw .limitExceeded("a picture of more than \(maximumCount) units of HEVC")
      }
      units.append(HEVCNALUnit(bytes: Array(data[try reader.range(Int(length))])))
    }
    return units
  }
}
