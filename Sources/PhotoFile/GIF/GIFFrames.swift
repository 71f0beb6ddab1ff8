/// Counts the frames of a GIF by its blocks without decoding one.
package enum GIFFrames {
  /// Whether there are several; nil if the bytes end too early.
  ///
  /// - Parameter bytes: a GIF from its beginning on.
  package static func areSeveral(in bytes: [UInt8]) -> Bool? {
    var count = 0
    for block in GIFBlocks(bytes) {
      switch block {
      case .frame:
        count += 1
        if count > 1 { return true }
      case .extension: continue
      case .end: return false
      }
    }
    return nil
  }
}
