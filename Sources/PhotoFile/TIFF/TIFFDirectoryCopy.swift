/// Copies tags from one TIFF structure to another of the same byte order, with what they lead to.
struct TIFFDirectoryCopy {
  /// An entry with its value, which is bytes in the structure's order, of any length.
  struct Value {
    let tag: Int
    let type: Int
    let count: Int
    let bytes: [UInt8]
  }

  /// The structure that is written to; offsets count from its first byte.
  private(set) var bytes: [UInt8]
  private let limit: Int
  private let encode: (Int, Int) -> [UInt8]
  /// The most bytes of a maker's note that is copied.
  var longestNote = Int.max
  /// Whether a maker's note was left out.
  private(set) var lacksNote = false
  /// Whether more was to be copied than allowed.
  private(set) var isTooLong = false

  /// - Parameters:
  ///   - bytes: what the structure holds already.
  ///   - source: a structure of the same byte order.
  ///   - growth: the most bytes to add.
  init(appendingTo bytes: [UInt8], like source: TIFFStructure, growth: Int) {
    self.bytes = bytes
    limit = bytes.count + growth
    encode = { source.encoded($0, size: $1) }
  }

  /// The entries of a directory whose tags are wanted. Values of directories that they lead to are copied.
  mutating func values(
    of directory: TIFFStructure.Directory, in source: TIFFStructure, depth: Int = 0, where isWanted: (Int) -> Bool
  ) -> [Value] {
    var values: [Value] = []
    for entry in directory.entries where isWanted(entry.tag) && !values.contains(where: { $0.tag == entry.tag }) {
      if TIFFTag.directories.contains(entry.tag) {
        guard depth < 2, let place = source.integer(of: entry), let inner = source.directory(at: place) else {
          continue
        }
        let copied = self.values(of: inner, in: source, depth: depth + 1) { _ in true }
        guard !copied.isEmpty else { continue }
        values.append(
          Value(tag: entry.tag, type: TIFFStructure.Entry.long, count: 1, bytes: encode(append(copied), 4)))
      } else if let range = source.outerRange(of: entry) {
        if entry.tag == TIFFTag.makerNote, range.count > longestNote {
          lacksNote = true
          continue
        }
        guard bytes.count + range.count <= limit, values.reduce(0, { $0 + $1.bytes.count }) <= limit else {
          isTooLong = true
          return values
        }
        values.append(
          Value(
            tag: entry.tag, type: entry.type, count: entry.count,
            bytes: Array(source.bytes(at: range.lowerBound, count: range.count) ?? [])))
      } else if let value = source.bytes(at: entry.position + 8, count: 4), source.isInline(entry) {
        values.append(Value(tag: entry.tag, type: entry.type, count: entry.count, bytes: Array(value)))
      }
    }
    return values
  }

  /// Writes a directory and the values that do not fit into its entries; returns where it begins.
  ///
  /// - Parameter next: where the following directory begins; 0 for none.
  mutating func append(_ values: [Value], next: Int = 0) -> Int {
    var entries: [UInt8] = []
    for value in values.sorted(by: { $0.tag < $1.tag }) {
      entries += encode(value.tag, 2) + encode(value.type, 2) + encode(value.count, 4)
      if value.bytes.count <= 4 {
        entries += value.bytes + [UInt8](repeating: 0, count: 4 - value.bytes.count)
      } else {
        align()
        entries += encode(bytes.count, 4)
        bytes += value.bytes
      }
    }
    align()
    let place = bytes.count
    bytes += encode(values.count, 2) + entries + encode(next, 4)
    if bytes.count > limit + 12 * values.count + 64 { isTooLong = true }
    return place
  }

  /// Makes another directory the first of the structure.
  mutating func setFirstDirectory(_ place: Int) { bytes.replaceSubrange(4..<8, with: encode(place, 4)) }

  /// Values and directories start on a word boundary.
  private mutating func align() {
    if !bytes.count.isMultiple(of: 2) { bytes.append(0) }
  }
}

extension TIFFStructure {
  /// Whether an entry's value stands in the entry.
  func isInline(_ entry: Entry) -> Bool {
    let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 6: 1, 7: 1, 8: 2, 9: 4, 11: 4, 13: 4]
    guard let size = sizes[entry.type] else { return false }
    return entry.count > 0 && entry.count <= 4 / size
  }
}
