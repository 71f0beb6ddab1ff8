/// Checks an XMP packet before it is parsed: the parser recurses over nested elements, expands entities, and prints errors to
/// standard error.
enum XMPScreening {
  /// Elements within elements. Apple's deepest is 9.
  private static let maximumDepth = 100
  /// Names in a packet: the parser compares each with those before it, and this many take it a quarter of a second.
  private static let maximumNames = 10_000
  /// Tags, lines and references in a packet: the parser takes 200 bytes and more for each.
  private static let maximumPieces = 100_000

  /// The packet without padding at its end; nil if it is not UTF-8 XML whose tags match, declares entities, nests too deep
  /// or holds too much.
  ///
  /// - Parameter maximumBytes: 4 MiB, unless a packet that is asked for is short.
  static func parseable(_ packet: [UInt8], maximumBytes: Int = 4 << 20) -> ArraySlice<UInt8>? {
    var text = packet[...]
    while let last = text.last, last == 0 || last == 0x20 || last == 0x0A || last == 0x0D { text.removeLast() }
    guard text.count <= maximumBytes else { return nil }
    let isWellNested = text.withUnsafeBufferPointer { bytes in
      var scanner = XMLTagScanner(bytes)
      return scanner.isWellNested(maximumDepth: maximumDepth) && scanner.nameCount <= maximumNames
        && scanner.pieceCount <= maximumPieces
    }
    return isWellNested ? text : nil
  }
}
