/// A box as stored in a file: its type and its contents, which may be a slice of the file's bytes.
struct RawBox: Hashable, Sendable {
  let type: FourCC
  var contents: ArraySlice<UInt8>

  init(_ type: FourCC, _ contents: [UInt8] = []) {
    self.type = type
    self.contents = contents[...]
  }

  /// A box of a file. No byte is copied.
  init(_ box: Box, in bytes: [UInt8]) {
    type = box.type
    contents = bytes[box.payload]
  }

  /// A cursor over the contents.
  var reader: BoxReader { BoxReader(contents) }

  /// The box with a copy of its contents, so that the file's bytes can be released.
  func detached() -> RawBox { RawBox(type, Array(contents)) }
}

extension BoxWriter {
  mutating func box(_ box: RawBox) { self.box(box.type) { $0.append(box.contents) } }
}
