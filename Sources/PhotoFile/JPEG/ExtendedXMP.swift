import Checksums

/// XMP of a JPEG that does not fit into one segment (Adobe XMP Specification, part 3, 1.1.3.1): a standard packet with
/// the digest of a second packet, which follows in pieces.
///
/// Each piece begins with the digest as 32 digits, the length of the whole packet, and its offset in the packet.
enum ExtendedXMP {
  private static let digestLength = 32
  private static let headerLength = digestLength + 8

  /// The standard packet with the properties of the extended one; unchanged if the pieces do not belong to it or are
  /// incomplete.
  ///
  /// - Parameter pieces: data of the segments, without the identifier.
  static func joined(
    _ packet: [UInt8], with pieces: [ArraySlice<UInt8>], file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> [UInt8] {
    let digest = XMPDocument.reading(packet) { document in
      document.text(.note, document.prefix(of: .note) + "HasExtendedXMP")
    }
    guard let digest = digest ?? nil else { return packet }
    var whole: [UInt8] = []
    var byteCount = packet.count
    // Sorted by offset, they must be contiguous: no stated length needs to be trusted.
    let own = pieces.filter { $0.count > headerLength && $0.prefix(digestLength).elementsEqual(digest.utf8) }
      .map { piece in (place: number(in: piece, at: digestLength + 4), piece: piece) }
      .sorted { $0.place < $1.place }
    for (place, piece) in own {
      byteCount += piece.count - headerLength
      guard byteCount <= limits.xmpBytes else {
        throw .limitExceeded(
          file: file, reason: ReadingLimits.refusal("\(byteCount) bytes of XMP", limits.xmpBytes, "xmpBytes"))
      }
      guard place == whole.count else { return packet }
      whole += piece.dropFirst(headerLength)
    }
    guard let first = own.first, number(in: first.piece, at: digestLength) == whole.count else { return packet }
    return XMPDocument.merging(whole, into: packet) ?? packet
  }

  /// Whether there are pieces that do not belong to a packet.
  static func hasStrayPieces(_ pieces: [ArraySlice<UInt8>], beside packet: [UInt8]?) -> Bool {
    !strayPieces(pieces, beside: packet).isEmpty
  }

  /// The pieces that do not belong to a packet, or not to a whole one.
  static func strayPieces(_ pieces: [ArraySlice<UInt8>], beside packet: [UInt8]?) -> [ArraySlice<UInt8>] {
    guard !pieces.isEmpty else { return [] }
    let digest = packet.flatMap { packet in
      XMPDocument.reading(packet) { $0.text(.note, $0.prefix(of: .note) + "HasExtendedXMP") } ?? nil
    }
    guard let digest, let packet else { return pieces }
    let own = pieces.filter { $0.prefix(digestLength).elementsEqual(digest.utf8) }
    let joined = try? joined(packet, with: own, file: "", limits: .default)
    return joined == nil || joined == packet
      ? pieces : pieces.filter { !$0.prefix(digestLength).elementsEqual(digest.utf8) }
  }

  /// The data of the APP1 segments that hold a packet, identifiers included.
  static func segments(of packet: [UInt8]) throws(PhotoFileError) -> [[UInt8]] {
    let capacity = JPEGIdentifier.segmentCapacity - JPEGIdentifier.xmp.count
    if packet.count <= capacity { return [JPEGIdentifier.xmp + packet] }
    guard let (standard, extended) = XMPDocument.splitting(packet, limit: capacity, digest: MD5.text(of:)) else {
      throw .encodingFailed(
        format: .jpeg,
        reason: "\(packet.count) bytes of XMP cannot be divided among JPEG segments; make metadata.xmp shorter")
    }
    let digest = Array(MD5.text(of: extended).utf8)
    var segments = [JPEGIdentifier.xmp + standard]
    let pieceCapacity = JPEGIdentifier.segmentCapacity - JPEGIdentifier.extendedXMP.count - headerLength
    for place in stride(from: 0, to: extended.count, by: pieceCapacity) {
      let piece = extended[place..<min(extended.count, place + pieceCapacity)]
      segments.append(
        JPEGIdentifier.extendedXMP + digest + bigEndian(extended.count) + bigEndian(place) + piece)
    }
    return segments
  }

  private static func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func number(in piece: ArraySlice<UInt8>, at offset: Int) -> Int {
    piece.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }
}
