/// A box as it stands in a file: its type and all its contents.
struct RawBox: Hashable, Sendable {
  let type: FourCC
  var contents: [UInt8]

  init(_ type: FourCC, _ contents: [UInt8] = []) {
    self.type = type
    self.contents = contents
  }

  init(_ box: Box, in bytes: [UInt8]) {
    self.init(box.type, Array(bytes[box.payload]))
  }

  /// A cursor over the contents.
  var reader: BoxReader { BoxReader(bytes: contents) }

  /// What a property box says, as far as pictures need it.
  func property(limits: ReadingLimits = .default) throws(HEIFFault) -> ItemProperty {
    try ItemProperty(Box(type: type, payload: contents.indices, depth: 1), in: contents, limits: limits)
  }
}

extension BoxWriter {
  mutating func box(_ box: RawBox) { self.box(box.type) { $0.append(box.contents) } }
}
