/// Checks an XMP packet before it is parsed: the parser recurses over nested elements, expands entities, and prints
/// errors to standard error.
enum XMPScreening {
  /// Elements within elements. Apple's deepest is 9.
  private static let maximumDepth = 100
  /// The maximum number of names in a packet: the parser compares each with those before it, which takes a quarter of a
  /// second.
  private static let maximumNames = 10_000
  /// The maximum number of tags, lines and references in a packet: the parser allocates 200 bytes and more for each.
  private static let maximumPieces = 100_000

  /// The packet without its padding; nil if it is not UTF-8 XML with matching tags, declares entities, nests too deeply
  /// or is too large.
  ///
  /// - Parameter maximumBytes: 4 MiB, unless a short packet is requested.
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
