/// An open bitstream unit of AV1 (AV1 specification, 5.3): its type and the range of its payload.
struct AV1Unit: Hashable {
  enum Kind {
    static let sequenceHeader = 1
    static let temporalDelimiter = 2
    static let frameHeader = 3
    static let metadata = 5
    static let frame = 6
    static let redundantFrameHeader = 7
    static let padding = 15
  }

  /// `obu_type`
  let kind: Int
  /// The whole unit.
  let range: Range<Int>
  let payload: Range<Int>

  /// The maximum number of units, and so of tile groups, of one picture.
  private static let maximumCount = 1_000

  /// The units of an `av01` item or of `av1C`, one after the other.
  ///
  /// - Parameter isStart: whether `data` may end within a unit, which is then omitted.
  static func units(in data: [UInt8], isStart: Bool = false) throws(HEIFError) -> [AV1Unit] {
    var reader = BoxReader(bytes: data)
    var units: [AV1Unit] = []
    while reader.remaining > 0 {
      do throws(HEIFError) {
        guard units.count < maximumCount else {
          throw .limitExceeded("a picture of more than \(maximumCount) units of AV1")
        }
        units.append(try unit(&reader))
      } catch {
        if isStart { break }
        throw error
      }
    }
    return units
  }

  private static func unit(_ reader: inout BoxReader) throws(HEIFError) -> AV1Unit {
    guard reader.remaining > 0 else { throw .malformed("a picture's AV1 data end too soon") }
    let start = reader.position
    let header = try reader.uint8()
    guard header & 0x80 == 0 else { throw .malformed("an AV1 unit without a header") }
    if header & 4 != 0 { try reader.skip(1) }
    // Only the last unit may omit its size.
    let length = try header & 2 != 0 ? size(&reader) : reader.remaining
    guard length <= reader.remaining else { throw .malformed("a picture's AV1 data end too soon") }
    let payload = try reader.range(length)
    return AV1Unit(kind: Int(header >> 3 & 15), range: start..<payload.upperBound, payload: payload)
  }

  /// `leb128()` (4.10.5)
  private static func size(_ reader: inout BoxReader) throws(HEIFError) -> Int {
    var value = 0
    for shift in stride(from: 0, to: 56, by: 7) {
      let byte = Int(try reader.uint8())
      value |= (byte & 127) << shift
      if byte < 128 { return value }
    }
    throw .malformed("an AV1 unit whose size is too large")
  }
}
