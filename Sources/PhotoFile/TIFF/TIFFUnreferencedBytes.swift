/// The bytes of a TIFF file that no directory refers to: old values left by an editor, another file after this one, or
/// data after samples, compressed or not, and after values whose claimed length exceeds the picture's need. They are
/// not needed to show the picture.
struct TIFFUnreferencedBytes {
  /// The ranges that matter: those with at least ``leastCount`` bytes other than zero.
  let ranges: [Range<Int>]
  /// All ranges.
  let allRanges: [Range<Int>]
  /// The bytes that samples use.
  let usedBytes: TIFFUsedBytes
  /// Duplicate tags of a directory, of which readers may take either.
  let repeatedTags: [Int]

  /// A range with fewer bytes other than zero is insignificant.
  private static let leastCount = 8
  /// The maximum number of pages, of nested directories, and of directories of one entry that are read.
  static let (maximumPages, maximumDepth, maximumDirectories) = (1_000, 4, 64)

  init(_ structure: TIFFStructure, limits: ReadingLimits = .default) {
    var walk = Walk(structure: structure, limits: limits)
    for place in structure.chain(from: structure.firstDirectoryOffset ?? 0, atMost: Self.maximumPages).offsets {
      walk.add(directoryAt: place, depth: 0)
    }
    (usedBytes, repeatedTags) = (walk.usedBytes, walk.repeatedTags.sorted())
    var (gaps, end) = ([Range<Int>](), structure.headerSize)
    for range in walk.referenced.sorted(by: { $0.lowerBound < $1.lowerBound }) + [structure.count..<structure.count] {
      if range.lowerBound > end { gaps.append(end..<range.lowerBound) }
      end = max(end, range.upperBound)
    }
    allRanges = gaps
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
    private(set) var repeatedTags: Set<Int> = []
    private var directories: Set<Int> = []

    init(structure: TIFFStructure, limits: ReadingLimits) {
      self.structure = structure
      let sides = [TIFFTag.imageWidth, TIFFTag.imageLength].map { tag in
        structure.firstDirectory?[tag].flatMap { structure.integers(of: $0, atMost: 1).first } ?? 0
      }
      let pixels = sides[0].multipliedReportingOverflow(by: sides[1])
      usedBytes = TIFFUsedBytes(pixels: pixels.overflow ? limits.pixels : pixels.partialValue, limits: limits)
    }

    /// Adds a directory, its values and samples, and the directories below it.
    mutating func add(directoryAt place: Int, depth: Int) {
      guard depth <= TIFFUnreferencedBytes.maximumDepth, let directory = structure.directory(at: place),
        directories.insert(place).inserted
      else { return }
      referenced.append(place..<directory.nextPosition + structure.offsetSize)
      var tags: Set<Int> = []
      repeatedTags.formUnion(directory.entries.map(\.tag).filter { !tags.insert($0).inserted })
      let layout = TIFFSampleLayout(directory, in: structure)
      let stated = structure.statedLengths(of: directory)
      if !stated.isEmpty, layout.arePacked {
        usedBytes.find(in: structure.bytes, directory: place, stated: stated)
      }
      referenced +=
        directory.entries.compactMap { layout.outerRange(of: $0) }
        + structure.samples(of: directory, used: usedBytes.lengths[place])
      for entry in directory.entries where TIFFTag.leadsToDirectories(entry.tag) {
        for inner in structure.integers(of: entry, atMost: TIFFUnreferencedBytes.maximumDirectories) {
          add(directoryAt: inner, depth: depth + 1)
        }
      }
    }
  }
}
