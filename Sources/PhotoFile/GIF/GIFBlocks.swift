/// The blocks of a GIF (GIF89a, appendix B), one after the other, without decoding one.
struct GIFBlocks: Sequence, IteratorProtocol {
  enum Block: Hashable {
    case frame
    /// - Parameters:
    ///   - label: its kind, such as ``comment``.
    ///   - data: in blocks of up to 255 bytes, each behind its length; the last is empty.
    case `extension`(label: UInt8, data: Range<Int>)
    /// The end, or an invalid block, at which decoders stop.
    case end

    /// The label of a comment.
    static let comment: UInt8 = 0xFE
    /// The label of an application's data.
    static let application: UInt8 = 0xFF
  }

  private let bytes: [UInt8]
  private var position: Int
  private var isFinished = false
  /// The start of the data of the frame that was last returned.
  private var frameData: Int?

  /// - Parameter bytes: a GIF from its beginning on. If they end too early, there is no ``Block/end``.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.count < 13 ? bytes.count : 13 + Self.colorTable(bytes[10])
  }

  mutating func next() -> Block? {
    if let start = frameData {
      frameData = nil
      guard skipBlocks(from: start) else { return cut() }
    }
    guard !isFinished, position < bytes.count else { return nil }
    switch bytes[position] {
    case 0x2C:
      // The descriptor, its colours, and the width of codes. A frame counts even where its data are cut.
      let flags = position + 9
      frameData = flags < bytes.count ? position + 11 + Self.colorTable(bytes[flags]) : bytes.count
      return .frame
    case 0x21:
      let start = position + 2
      guard skipBlocks(from: start) else { return cut() }
      return .extension(label: bytes[start - 1], data: start..<position)
    default:
      isFinished = true
      return .end
    }
  }

  private mutating func cut() -> Block? {
    isFinished = true
    return nil
  }

  /// Moves behind data in blocks; false if the bytes end before.
  private mutating func skipBlocks(from start: Int) -> Bool {
    position = start
    while position < bytes.count {
      let length = Int(bytes[position])
      position += length + 1
      if length == 0 { return true }
    }
    return false
  }

  private static func colorTable(_ flags: UInt8) -> Int { flags & 0x80 != 0 ? 3 << (Int(flags & 7) + 1) : 0 }
}
