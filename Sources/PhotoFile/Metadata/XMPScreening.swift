/// Looks an XMP packet over before it is given to the parser, which recurses over nested elements, expands entities, and
/// complains on standard error.
enum XMPScreening {
  /// Elements within elements. Apple's deepest is 9.
  private static let maximumDepth = 100
  /// Names in a packet: the parser compares each with those before it, and this many take it a second.
  private static let maximumNames = 20_000
  /// Packets beyond this are carried along, but not parsed.
  private static let maximumBytes = 4 << 20

  /// The packet without padding at its end; nil if it is not UTF-8 XML whose tags match, declares entities, nests too deep
  /// or holds too much.
  static func parseable(_ packet: [UInt8]) -> ArraySlice<UInt8>? {
    var text = packet[...]
    while let last = text.last, last == 0 || last == 0x20 || last == 0x0A || last == 0x0D { text.removeLast() }
    guard text.count <= maximumBytes else { return nil }
    let isWellNested = text.withUnsafeBufferPointer { bytes in
      var scanner = XMLTagScanner(bytes)
      return scanner.isWellNested(maximumDepth: maximumDepth) && scanner.nameCount <= maximumNames
    }
    return isWellNested ? text : nil
  }
}
