/// The sequence header of an AV1 picture and the `av1C` property that repeats it (AV1 Codec ISO Media File Format
/// Binding, 2.3).
struct AV1Configuration: Hashable {
  let header: AV1SequenceHeader
  /// The payload of the sequence header unit.
  private let headerPayload: [UInt8]
  /// `configOBUs`: sequence header and metadata, if the property has any.
  private let units: [UInt8]

  /// Spatial layers of one picture at most.
  private static let mostFrames = 4

  /// Sequence headers have some dozen bytes. They are read, and passed to the decoder, for each tile of a picture.
  private static let maximumLength = 16_384

  /// Reads the contents of `av1C`.
  ///
  /// - Parameter start: returns the start of the picture's data, which has the sequence header if `av1C` has none.
  init(
    _ contents: ArraySlice<UInt8>, start: () throws(HEIFError) -> [UInt8]
  ) throws(HEIFError) {
    guard contents.count <= Self.maximumLength else { throw .limitExceeded("'av1C' of \(contents.count) bytes") }
    guard contents.count >= 4 else { throw .malformed("'av1C' ends too soon") }
    let fields = Array(contents.prefix(4))
    guard fields[0] == 0x81 else { throw .unsupported("'av1C' of an unknown version") }
    let configured = Array(contents.dropFirst(4))
    var payload: [UInt8]?
    for unit in try AV1Unit.units(in: configured) {
      switch unit.kind {
      case AV1Unit.Kind.sequenceHeader:
        guard payload == nil else { throw .unsupported("'av1C' with more than one sequence header") }
        payload = Array(configured[unit.payload])
      case AV1Unit.Kind.metadata, AV1Unit.Kind.padding: continue
      default: throw .malformed("'av1C' with units of kind \(unit.kind)")
      }
    }
    if payload == nil {
      let data = try start()
      payload = try AV1Unit.units(in: data, isStart: true)
        .first { $0.kind == AV1Unit.Kind.sequenceHeader }.map { Array(data[$0.payload]) }
    }
    guard let payload else { throw .malformed("an AV1 picture has no sequence header") }
    try self.init(headerPayload: payload, units: configured)
    // Profile, depth, gray and subsampling; writers are less accurate about level, tier and chroma position.
    guard fields[1] & 0xE0 == self.fields[1] & 0xE0, fields[2] & 0x7C == self.fields[2] & 0x7C else {
      throw .malformed("'av1C' does not say what the picture's sequence header says")
    }
  }

  /// The configuration of a picture's data, which begin with a sequence header.
  init(data: [UInt8]) throws(HEIFError) {
    guard let unit = try AV1Unit.units(in: data).first(where: { $0.kind == AV1Unit.Kind.sequenceHeader }) else {
      throw .malformed("an AV1 picture has no sequence header")
    }
    try self.init(headerPayload: Array(data[unit.payload]), units: [])
  }

  private init(headerPayload: [UInt8], units: [UInt8]) throws(HEIFError) {
    header = try AV1SequenceHeader(headerPayload)
    self.headerPayload = headerPayload
    self.units = units
  }

  /// The contents of `av1C`.
  var bytes: [UInt8] { fields + units }

  /// The fields of the sequence header that `av1C` repeats.
  private var fields: [UInt8] {
    let picture = header.picture
    var writer = BitWriter()
    writer.bits(0x81, count: 8)
    writer.bits(header.profile, count: 3)
    writer.bits(header.level, count: 5)
    writer.bit(header.isHighTier)
    writer.bit(picture.depth > 8)
    writer.bit(picture.depth > 10)
    writer.bit(picture.isGray)
    // Gray counts as subsampled.
    writer.bit(picture.chromaFormat < 3)
    writer.bit(picture.chromaFormat < 2)
    writer.bits(header.chromaPosition, count: 2)
    writer.bits(0, count: 8)
    return writer.bytes
  }

  /// Whether AVIF's Baseline Profile allows pictures with this `av1C`: AV1's Main Profile, level 5.1 at most.
  static func isBaseline(_ contents: ArraySlice<UInt8>) -> Bool {
    let fields = Array(contents.prefix(4))
    return fields.count == 4 && fields[1] >> 5 == 0 && fields[1] & 31 <= 13
  }

  /// Refuses a picture's data with another sequence header, or with more frames than a picture has layers.
  func verify(_ data: [UInt8]) throws(HEIFError) {
    var frames = 0
    for unit in try AV1Unit.units(in: data) {
      switch unit.kind {
      case AV1Unit.Kind.sequenceHeader:
        guard data[unit.payload].elementsEqual(headerPayload) else {
          throw .unsupported("AV1 data with a sequence header other than that of 'av1C'")
        }
      case AV1Unit.Kind.frame, AV1Unit.Kind.frameHeader: frames += 1
      default: continue
      }
    }
    guard (1...Self.mostFrames).contains(frames) else {
      throw .unsupported("AV1 data of \(frames) frames where a picture has one")
    }
  }
}
