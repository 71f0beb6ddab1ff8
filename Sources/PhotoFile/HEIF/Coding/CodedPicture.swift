/// One picture as its codec codes it, apart from any container.
struct CodedPicture: Hashable {
  var configuration: CodecConfiguration
  /// The data of a picture's item: for HEVC the slices, each after its length, for AV1 the open bitstream units.
  var data: [UInt8]

  init(configuration: CodecConfiguration, data: [UInt8]) {
    self.configuration = configuration
    self.data = data
  }

  /// The picture of a temporal unit of AV1, without the delimiter that a file does not have.
  init(av1 temporalUnit: [UInt8]) throws(HEIFError) {
    var data: [UInt8] = []
    for unit in try AV1Unit.units(in: temporalUnit) where unit.kind != AV1Unit.Kind.temporalDelimiter {
      data += temporalUnit[unit.range]
    }
    self.init(configuration: .av1(try AV1Configuration(data: data)), data: data)
  }

  /// Refuses data that bring other parameters along than the configuration, or more than one picture.
  func verify() throws(HEIFError) {
    switch configuration {
    case .hevc(let configuration): try configuration.verify(data)
    case .av1(let configuration): try configuration.verify(data)
    }
  }
}
