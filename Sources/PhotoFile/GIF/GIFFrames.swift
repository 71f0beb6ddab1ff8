/// Counts the frames of a GIF by its blocks (GIF89a, appendix B) without decoding one.
package enum GIFFrames {
  /// Whether there are several; nil if the bytes end too early.
  ///
  /// - Parameter bytes: a GIF from its beginning on.
  package static func areSeveral(in bytes: [UInt8]) -> Bool? {
    guard bytes.count >= 13 else { return nil }
    var (position, count) = (13 + colorTable(bytes[10]), 0)
    while position < bytes.count {
      switch bytes[position] {
      case 0x2C:
        count += 1
        if count > 1 { return true }
        guard position + 10 <= bytes.count else { return nil }
        // The descriptor, its colours, and the width of codes.
        position += 11 + colorTable(bytes[position + 9])
      case 0x21: position += 2
      // The end, or an invalid block: a decoder stops there.
      default: return false
      }
      guard let end = endOfBlocks(bytes, from: position) else { return nil }
      position = end
    }
    return nil
  }

  private static func colorTable(_ flags: UInt8) -> Int { flags & 0x80 != 0 ? 3 << (Int(flags & 7) + 1) : 0 }

  /// After data in blocks of up to 255 bytes, the last of which is empty.
  private static func endOfBlocks(_ bytes: [UInt8], from start: Int) -> Int? {
    var position = start
    while position < bytes.count {
      let length = Int(bytes[position])
      position += length + 1
      if length == 0 { return position }
    }
    return nil
  }
}
