/// One picture as its codec codes it, apart from any container.
struct CodedPicture: Hashable {
  var configuration: CodecConfiguration
  /// The data of a picture's item: for HEVC the slices, each after its length, for AV1 the open bitstream units.
  var data: [UInt8]

  /// Refuses data that bring other parameters along than the configuration, or more than one picture.
  func verify() throws(HEIFFault) {
    switch configuration {
    case .hevc(let configuration): try configuration.verify(data)
    case .av1(let configuration): try configuration.verify(data)
    }
  }
}
