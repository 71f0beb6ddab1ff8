/// One coded picture, without its container.
struct CodedPicture: Hashable {
  var configuration: CodecConfiguration
  /// The data of a picture's item: for HEVC the slices, each after its length, for AV1 the open bitstream units.
  var data: [UInt8]

  init(configuration: CodecConfiguration, data: [UInt8]) {
    self.configuration = configuration
    self.data = data
  }

  /// The picture of an AV1 temporal unit, without the delimiter, which files do not have.
  init(av1 temporalUnit: [UInt8]) throws(HEIFError) {
    var data: [UInt8] = []
    for unit in try AV1Unit.units(in: temporalUnit) where unit.kind != AV1Unit.Kind.temporalDelimiter {
      data += temporalUnit[unit.range]
    }
    self.init(configuration: .av1(try AV1Configuration(data: data)), data: data)
  }

  /// Refuses data with parameters that differ from the configuration, or with more than one picture.
  func verify() throws(HEIFError) {
    switch configuration {
    case .hevc(let configuration): try configuration.verify(data)
    case .av1(let configuration): try configuration.verify(data)
    }
  }
}
