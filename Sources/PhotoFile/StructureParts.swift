/// Which parts of a photo's file ``PhotoSummary`` and ``SensitiveContent`` need, for files that are far away: of HEIF and AVIF
/// all but the coded pictures. Where a JPEG's pictures end shows only in their data, so that all of it is needed.
package enum StructureParts {
  /// Items that are pictures, with how many of their first bytes are looked at without decoding them.
  private static let pictures: [FourCC: Int] = ["hvc1": 0, "av01": AV1SequenceHeader.longestPrefix]
  /// Number of bytes that are requested for a box of which only the header is needed.
  private static let headerLength = 4096

  /// - Parameters:
  ///   - bytes: the bytes of the whole file, with zeros in place of what is not known yet.
  ///   - known: the ranges that are known, with the beginning of the file.
  /// - Returns: what is needed next; empty when all that is needed is known, nil where the whole file is.
  package static func missing(of bytes: [UInt8], known: RangeSet<Int>) -> [Range<Int>]? {
    guard let format = PhotoFormat(signature: bytes), format == .heic || format == .avif else { return nil }
    var needed = RangeSet<Int>()
    var position = 0
    while position < bytes.count {
      let header = position..<min(position + 16, bytes.count)
      guard RangeSet(header).isSubset(of: known) else {
        needed.insert(contentsOf: position..<min(position + headerLength, bytes.count))
        return Array(needed.subtracting(known).ranges)
      }
      var reader = BoxReader(bytes[position...])
      guard let box = try? reader.box(limits: .default) else { return nil }
      if box.type != "mdat" { needed.insert(contentsOf: position..<box.payload.upperBound) }
      position = box.payload.upperBound
    }
    guard needed.isSubset(of: known) else { return Array(needed.subtracting(known).ranges) }
    guard let document = try? HEIFDocumentReader.document(of: bytes, limits: .default) else { return nil }
    for item in document.items {
      var rest = pictures[item.entry.type] ?? .max
      guard let content = item.content, case .file(let location) = document.contents[content].storage,
        location.base == .file
      else { continue }
      for extent in location.extents {
        guard let range = try? ItemLocation.range(of: extent, in: bytes.indices, item: item.id) else { return nil }
        needed.insert(contentsOf: range.prefix(rest))
        rest -= min(rest, range.count)
      }
    }
    return Array(needed.subtracting(known).ranges)
  }
}
