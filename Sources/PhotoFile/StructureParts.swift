/// The parts of a photo's file that ``PhotoSummary`` and ``SensitiveContent`` need, for remote files: for HEIF and AVIF
/// all but the coded pictures. A JPEG is needed completely, because its pictures' ends are found only in their data.
package enum StructureParts {
  /// Items that are pictures, with the number of their first bytes that are parsed without decoding.
  private static let pictures: [FourCC: Int] = ["hvc1": 0, "av01": AV1SequenceHeader.longestPrefix]
  /// Number of bytes that are requested for a box of which only the header is needed.
  private static let headerLength = 4096

  /// - Parameters:
  ///   - bytes: the bytes of the whole file, with zeros in place of unknown ones.
  ///   - known: the known ranges, including the beginning of the file.
  /// - Returns: the next required ranges; empty when all are known, nil if the whole file is required.
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
