/// The bytes of a TIFF file that no directory leads to: what an editor left when it wrote a value anew, or another file behind
/// this one, or what lies behind samples, compressed or not, and values whose lengths claim more than the picture has. Nothing
/// that shows the picture needs them.
struct TIFFUnreferencedBytes {
  /// The ranges of the bytes, without those that are zeros alone.
  let ranges: [Range<Int>]
  /// The bytes that samples use.
  let usedBytes: TIFFUsedBytes

  /// Fewer bytes, without zeros, tell nothing.
  private static let leastCount = 8
  private static let maximumPages = 1_000
  private static let maximumDepth = 4

  init(_ structure: TIFFStructure, limits: ReadingLimits = .default) {
    var walk = Walk(structure: structure, limits: limits)
    var (place, pages) = (structure.firstDirectoryOffset ?? 0, Set<Int>())
    while place > 0, pages.count < Self.maximumPages, pages.insert(place).inserted,
      let page = walk.add(directoryAt: place, depth: 0)
    {
      place = structure.integer(at: page.nextPosition, size: structure.offsetSize) ?? 0
    }
    usedBytes = walk.usedBytes
    var (gaps, end) = ([Range<Int>](), 2 * structure.offsetSize)
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
    private(set) var usedBytes: TIFFUsedBytes
    private var directories: Set<Int> = []

    init(structure: TIFFStructure, limits: ReadingLimits) {
      self.structure = structure
      let sides = [256, 257].map { tag in
        structure.firstDirectory?[tag].flatMap { structure.integers(of: $0, atMost: 1).first } ?? 0
      }
      let pixels = sides[0].multipliedReportingOverflow(by: sides[1])
      usedBytes = TIFFUsedBytes(pixels: pixels.overflow ? limits.pixels : pixels.partialValue, limits: limits)
    }

    /// Adds a directory, its values and samples, and the directories below it.
    mutating func add(directoryAt place: Int, depth: Int) -> TIFFStructure.Directory? {
      guard depth <= TIFFUnreferencedBytes.maximumDepth, let directory = structure.directory(at: place) else {
        return nil
      }
      guard directories.insert(place).inserted else { return directory }
      referenced.append(place..<directory.nextPosition + structure.offsetSize)
      let layout = TIFFSampleLayout(directory, in: structure)
      let stated = structure.statedLengths(of: directory)
      if !stated.isEmpty, layout.arePacked {
        usedBytes.find(in: structure.bytes, directory: place, stated: stated)
      }
      referenced +=
        directory.entries.compactMap { layout.outerRange(of: $0) }
        + structure.samples(of: directory, used: usedBytes.lengths[place])
      for entry in directory.entries
      where TIFFTag.directories.contains(entry.tag) || entry.tag == TIFFTag.subdirectories {
        for inner in structure.integers(of: entry, atMost: 64) { _ = add(directoryAt: inner, depth: depth + 1) }
      }
      return directory
    }
  }
}
