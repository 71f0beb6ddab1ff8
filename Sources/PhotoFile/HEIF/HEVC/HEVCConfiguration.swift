import Imaging

/// The parameter sets of an HEVC picture: the `hvcC` property (ISO/IEC 14496-15, 8.3.3.1).
struct HEVCConfiguration: Hashable {
  /// The bytes of a unit's length in the picture's data: 1, 2 or 4.
  let lengthSize: Int
  private(set) var units: [HEVCNALUnit]
  private(set) var parameters: HEVCSequenceParameterSet

  /// Parameter sets have some hundred bytes. They are read, and passed to the decoder, for each tile of a picture.
  private static let maximumLength = 16_384

  /// Reads the contents of `hvcC`.
  init(_ contents: ArraySlice<UInt8>) throws(HEIFError) {
    guard contents.count <= Self.maximumLength else { throw .limitExceeded("'hvcC' of \(contents.count) bytes") }
    var reader = BoxReader(contents)
    try reader.skip(21)
    let lengthSize = Int(try reader.uint8() & 3) + 1
    guard lengthSize != 3 else { throw .malformed("'hvcC' with lengths of 3 bytes") }
    var units: [HEVCNALUnit] = []
    for _ in 0..<(try reader.uint8()) {
      try reader.skip(1)
      for _ in 0..<(try reader.uint16()) {
        let length = try reader.uint16()
        units.append(HEVCNALUnit(bytes: Array(contents[try reader.range(length)])))
      }
    }
    try self.init(units: units, lengthSize: lengthSize)
  }

  init(units: [HEVCNALUnit], lengthSize: Int) throws(HEIFError) {
    let sets = units.filter { $0.kind == HEVCNALUnit.Kind.sequenceParameterSet }
    guard let first = sets.first else { throw .malformed("'hvcC' has no sequence parameter set") }
    parameters = try HEVCSequenceParameterSet(first)
    for other in sets.dropFirst() where try HEVCSequenceParameterSet(other) != parameters {
      throw .unsupported("'hvcC' with sequence parameter sets that differ")
    }
    self.lengthSize = lengthSize
    self.units = units
  }

  /// The contents of `hvcC` as Apple writes it: fields that repeat the parameter sets are derived from them.
  var bytes: [UInt8] {
    BoxWriter.bytes {
      $0.uint8(1)
      $0.append(parameters.profileTierLevel)
      $0.uint16(0xF000)
      $0.uint8(0xFC)
      $0.uint8(0xFC | parameters.chromaFormat)
      $0.uint8(0xF8 | (parameters.lumaDepth - 8) & 7)
      $0.uint8(0xF8 | (parameters.chromaDepth - 8) & 7)
      $0.uint16(0)
      $0.uint8(0x08 | (lengthSize - 1))
      let kinds = [
        HEVCNALUnit.Kind.videoParameterSet, HEVCNALUnit.Kind.sequenceParameterSet,
        HEVCNALUnit.Kind.pictureParameterSet,
      ]
      $0.uint8(kinds.count)
      for kind in kinds {
        let units = units.filter { $0.kind == kind }
        $0.uint8(0x80 | kind)
        $0.uint16(units.count)
        for unit in units {
          $0.uint16(unit.bytes.count)
          $0.append(unit.bytes)
        }
      }
    }
  }

  /// Refuses a picture's data with other parameter sets, or without exactly one picture.
  func verify(_ data: [UInt8]) throws(HEIFError) {
    guard parameters.chromaFormat == 0 || parameters.lumaDepth == parameters.chromaDepth else {
      throw .unsupported("HEVC with unequal depths of luma and chroma")
    }
    let units = try HEVCNALUnit.units(inSample: data, lengthSize: lengthSize)
    // A decoder would keep several pictures, up to 16 of them.
    guard units.count(where: \.startsPicture) == 1 else {
      throw .unsupported("HEVC data of \(units.count(where: \.startsPicture)) pictures where there should be one")
    }
    for unit in units where unit.kind == HEVCNALUnit.Kind.sequenceParameterSet {
      guard try HEVCSequenceParameterSet(unit) == parameters else {
        throw .unsupported("HEVC data with parameter sets other than those of 'hvcC'")
      }
    }
  }

  /// Crops a gray picture to `size`, by its conformance window.
  mutating func cropGray(to size: PixelSize) throws(HEIFError) {
    let parameters = self.parameters
    try replace(HEVCNALUnit.Kind.sequenceParameterSet) { unit throws(HEIFError) in
      try parameters.croppingGray(unit, to: size)
    }
  }

  /// Lowers the level to the one that the picture's size needs (ITU-T H.265, table A.8).
  ///
  /// x265 gives every lossless picture level 8.5, "no limit", which decoders may reject.
  mutating func lowerLevel() throws(HEIFError) {
    guard let level = Self.level(for: parameters.codedSize) else { return }
    for (kind, index) in [(HEVCNALUnit.Kind.videoParameterSet, 17), (HEVCNALUnit.Kind.sequenceParameterSet, 14)] {
      try replace(kind) { unit in
        var bytes = unit.unescaped
        guard bytes.count > index, bytes[index] > level else { return unit }
        bytes[index] = level
        return HEVCNALUnit(unescaped: bytes)
      }
    }
  }

  /// Makes a 4:2:0 picture of 10 bits one of the Main 10 profile (ITU-T H.265, A.3.3).
  ///
  /// x265 marks stills of more than 8 bits with a range extensions profile, which phones may reject, although it uses
  /// none of those extensions.
  mutating func declareMain10() throws(HEIFError) {
    guard parameters.chromaFormat == 1, parameters.lumaDepth == 10, parameters.chromaDepth == 10 else { return }
    // Profile 2, compatible with itself; progressive and frame flags are kept, those of the extensions cleared.
    for (kind, start) in [(HEVCNALUnit.Kind.videoParameterSet, 6), (HEVCNALUnit.Kind.sequenceParameterSet, 3)] {
      try replace(kind) { unit in
        var bytes = unit.unescaped
        guard bytes.count > start + 11, bytes[start] & 31 == 4 else { return unit }
        bytes[start] = bytes[start] & 0xE0 | 2
        bytes.replaceSubrange(start + 1..<start + 5, with: [0x20, 0, 0, 0])
        bytes[start + 5] &= 0xF0
        bytes.replaceSubrange(start + 6..<start + 11, with: [0, 0, 0, 0, 0])
        return HEVCNALUnit(unescaped: bytes)
      }
    }
  }

  /// `general_level_idc` for one picture of `size`: 30 times the level. Phones write level 3 and up, so that no lower
  /// one is used. Nil if no level is high enough.
  static func level(for size: PixelSize) -> UInt8? {
    let levels: [(samples: Int, level: UInt8)] = [
      (552_960, 90), (983_040, 93), (2_228_224, 120), (8_912_896, 150), (35_651_584, 180),
    ]
    let longSide = max(size.width, size.height)
    return levels.first { size.area <= $0.samples && longSide * longSide <= 8 * $0.samples }?.level
  }

  private mutating func replace(
    _ kind: Int, by transform: (HEVCNALUnit) throws(HEIFError) -> HEVCNALUnit
  ) throws(HEIFError) {
    var units: [HEVCNALUnit] = []
    for unit in self.units { units.append(unit.kind == kind ? try transform(unit) : unit) }
    try self = HEVCConfiguration(units: units, lengthSize: lengthSize)
  }
}
