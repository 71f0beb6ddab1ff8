/// Overwrites metadata of a TIFF file with zeros, and never the data that its pictures need.
struct TIFFErasure {
  private(set) var structure: TIFFStructure
  /// Samples, their places, and directories that stay.
  private var needed: [Range<Int>]
  private let usedBytes: TIFFUsedBytes?
  private let file: String
  /// Offsets of erased directories, so that each is erased once.
  private var erased: Set<Int> = []
  /// Pages after the first, and whether only the data of their pictures are kept.
  private var pages: [Int] = []
  private var keepsOnlyStructure = false

  /// - Parameter usedBytes: the bytes that decoders need of strips and tiles; nil for the stated lengths.
  init(_ structure: TIFFStructure, usedBytes: TIFFUsedBytes? = nil, file: String) {
    self.structure = structure
    self.usedBytes = usedBytes
    self.file = file
    needed = [0..<structure.headerSize]
  }

  /// Keeps the samples of a page, and the values of its retained tags.
  mutating func protect(_ directory: TIFFStructure.Directory, where isKept: (Int) -> Bool) {
    needed += structure.samples(of: directory, used: usedBytes?.lengths[directory.offset])
    for entry in directory.entries where isKept(entry.tag) {
      if let range = structure.outerRange(of: entry) { needed.append(range) }
    }
  }

  /// Keeps the pages after the first, whose metadata ``eraseMetadataOfPages()`` removes.
  mutating func protectPages(from start: Int, keepingOnlyStructure: Bool) throws(PhotoFileError) {
    keepsOnlyStructure = keepingOnlyStructure
    let (offsets, isComplete) = structure.chain(from: start, atMost: TIFFUnreferencedBytes.maximumPages)
    guard isComplete else {
      throw .unsupported(
        file: file,
        reason: "more than \(TIFFUnreferencedBytes.maximumPages) pages, whose metadata cannot all be removed")
    }
    pages = offsets
    for page in offsets.compactMap({ structure.directory(at: $0) }) {
      needed.append(page.offset..<page.nextPosition)
      protect(page) { !Self.isRemoved($0, keepingOnlyStructure: keepingOnlyStructure) }
    }
  }

  /// Whether a tag of a page after the first is removed.
  private static func isRemoved(_ tag: Int, keepingOnlyStructure keepsOnlyStructure: Bool) -> Bool {
    TIFFTag.descriptions.contains(tag) && tag != TIFFTag.orientation || TIFFTag.blocks.contains(tag)
      || TIFFTag.places.contains(tag) || keepsOnlyStructure && !TIFFTag.structure.contains(tag)
  }

  private mutating func erase(_ range: Range<Int>) throws(PhotoFileError) {
    guard !needed.contains(where: { $0.overlaps(range) }) else {
      throw .unsupported(
        file: file, reason: "metadata that share bytes with the picture, so that they cannot be removed")
    }
    structure.erase(range)
  }

  /// Erases the value of an entry, and the directories that it refers to.
  private mutating func erase(_ entry: TIFFStructure.Entry, depth: Int) throws(PhotoFileError) {
    if TIFFTag.leadsToDirectories(entry.tag), depth < TIFFUnreferencedBytes.maximumDepth {
      for place in structure.integers(of: entry, atMost: TIFFUnreferencedBytes.maximumDirectories) {
        guard let inner = structure.directory(at: place), erased.insert(place).inserted else { continue }
        // Thumbnails show the original picture: they are erased with their samples.
        for range in structure.samples(of: inner) { try erase(range) }
        try erase(inner, depth: depth + 1) { _ in false }
      }
    }
    if let range = structure.outerRange(of: entry) { try erase(range) }
  }

  /// Erases a directory, and the values of the removed tags, with the data that they refer to.
  mutating func erase(
    _ directory: TIFFStructure.Directory, depth: Int = 0, keeping isKept: (Int) -> Bool
  ) throws(PhotoFileError) {
    for entry in directory.entries where !isKept(entry.tag) { try erase(entry, depth: depth) }
    // An empty directory is useless, and may be zeros anywhere.
    if directory.entries.isEmpty { return }
    try erase(directory.offset..<min(structure.count, directory.nextPosition + structure.offsetSize))
  }

  /// Removes metadata from the pages after the first; their pictures are kept.
  mutating func eraseMetadataOfPages() throws(PhotoFileError) {
    for place in pages {
      let tags = structure.directory(at: place)?.entries.map(\.tag) ?? []
      for tag in Set(tags).sorted() where Self.isRemoved(tag, keepingOnlyStructure: keepsOnlyStructure) {
        // Entries after a removed one move up.
        guard let current = structure.directory(at: place) else { continue }
        for entry in current.entries where entry.tag == tag { try erase(entry, depth: 0) }
        structure.remove(tag: tag, from: current, at: place)
      }
    }
  }
}

extension TIFFStructure {
  /// Strips or tiles of a page.
  private static var maximumPieces: Int { 1 << 20 }

  /// The lengths of a page's strips or tiles.
  func statedLengths(of directory: Directory) -> [Int] {
    (directory[TIFFTag.tileByteCounts] ?? directory[TIFFTag.stripByteCounts]).map {
      integers(of: $0, atMost: Self.maximumPieces)
    } ?? []
  }

  /// The ranges of a page's samples: for uncompressed ones as many bytes as the picture needs.
  ///
  /// - Parameter used: the bytes that the decoder needs of strips or tiles; nil for the stated lengths.
  func samples(of directory: Directory, used: [Int]? = nil) -> [Range<Int>] {
    let layout = TIFFSampleLayout(directory, in: self)
    return [
      (TIFFTag.stripOffsets, TIFFTag.stripByteCounts), (TIFFTag.tileOffsets, TIFFTag.tileByteCounts),
      (TIFFTag.jpegOffset, TIFFTag.jpegLength),
    ].flatMap { offsets, counts -> [Range<Int>] in
      guard let first = directory[offsets], let second = directory[counts] else { return [] }
      let places = integers(of: first, atMost: Self.maximumPieces)
      let areTiles = offsets == TIFFTag.tileOffsets
      let isFound = offsets != TIFFTag.jpegOffset && areTiles == (directory[TIFFTag.tileByteCounts] != nil)
      return zip(places, integers(of: second, atMost: Self.maximumPieces)).enumerated().map { index, piece in
        var length = min(piece.1, count)
        if offsets != TIFFTag.jpegOffset, let needed = layout.neededBytes(ofPiece: index, areTiles: areTiles) {
          length = min(length, needed)
        }
        if isFound, let used, index < used.count { length = min(length, used[index]) }
        return piece.0..<min(piece.0, Int.max - length) + length
      }
    }
  }

  /// The numbers of an entry of SHORTs or LONGs.
  func integers(of entry: Entry, atMost limit: Int) -> [Int] {
    if let one = integer(of: entry) { return [one] }
    let sizes = [
      Entry.short: 2, Entry.long: 4, Entry.directory: 4, Entry.long8: 8, Entry.directory8: 8,
    ]
    guard let size = sizes[entry.type], size <= offsetSize, entry.count <= limit else { return [] }
    let value = entry.position + 4 + offsetSize
    let start = entry.count * size <= offsetSize ? value : integer(at: value, size: offsetSize) ?? 0
    guard start <= count else { return [] }
    return (0..<entry.count).compactMap { integer(at: start + $0 * size, size: size) }
  }
}
