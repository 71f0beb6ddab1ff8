/// The bytes of a TIFF file that no directory leads to: what an editor left when it wrote a value anew, or another file behind
/// this one, or what lies behind samples and values whose lengths claim more than the picture has. Nothing that shows the
/// picture needs them.
struct TIFFUnreferencedBytes {
  /// Where they lie, without those that are zeros alone.
  let ranges: [Range<Int>]

  /// Fewer bytes, without zeros, tell nothing.
  private static let leastCount = 8
  private static let maximumPages = 1_000
  private static let maximumDepth = 4

  init(_ structure: TIFFStructure) {
    var walk = Walk(structure: structure)
    var (place, pages) = (structure.integer(at: 4, size: 4) ?? 0, Set<Int>())
    while place > 0, pages.count < Self.maximumPages, pages.insert(place).inserted,
      let page = walk.add(directoryAt: place, depth: 0)
    {
      place = structure.integer(at: page.nextPosition, size: 4) ?? 0
    }
    var (gaps, end) = ([Range<Int>](), 8)
    for range in walk.referenced.sorted(by: { $0.lowerBound < $1.lowerBound }) + [structure.count..<structure.count] {
      if range.lowerBound > end { gaps.append(end..<range.lowerBound) }
      end = max(end, range.upperBound)
    }
    ranges = gaps.filter { gap in
      var others = 0
      for byte in structure.bytes(at: gap.lowerBound, count: gap.count) ?? [] where byte != 0 {
        others += 1
        if others >= Self.leastCount { return true }
      }
      return false
    }
  }

  /// How many there are.
  var count: Int { ranges.reduce(0) { $0 + $1.count } }

  private struct Walk {
    let structure: TIFFStructure
    var referenced: [Range<Int>] = []
    private var directories: Set<Int> = []

    init(structure: TIFFStructure) { self.structure = structure }

    /// Adds a directory, its values and samples, and the directories below it.
    mutating func add(directoryAt place: Int, depth: Int) -> TIFFStructure.Directory? {
      guard depth <= TIFFUnreferencedBytes.maximumDepth, let directory = structure.directory(at: place) else {
        return nil
      }
      guard directories.insert(place).inserted else { return directory }
      referenced.append(place..<directory.nextPosition + 4)
      let layout = TIFFSampleLayout(directory, in: structure)
      referenced += directory.entries.compactMap { layout.outerRange(of: $0) } + structure.samples(of: directory)
      for entry in directory.entries
      where TIFFTag.directories.contains(entry.tag) || entry.tag == TIFFTag.subdirectories {
        for inner in structure.integers(of: entry, atMost: 64) { _ = add(directoryAt: inner, depth: depth + 1) }
      }
      return directory
    }
  }
}
