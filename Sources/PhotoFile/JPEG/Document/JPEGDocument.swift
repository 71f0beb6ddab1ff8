/// A JPEG file, parsed once: the model behind decoding, lossless editing and passthrough.
///
/// It represents the photo's own picture, further ones listed in a Multi-Picture index, and the data after them, so
/// that one part can be changed and the file written again with everything else unchanged. Coded data stay in the file.
struct JPEGDocument: Sendable {
  /// A picture with its entry in the index.
  struct Entry: Sendable, Hashable {
    var picture: JPEGPicture
    /// The picture's relation to the others (CIPA DC-007, 5.2.3.3.1).
    var attribute: Int = 0
    /// The numbers of the two pictures that it depends on; 0 for none.
    var dependents: [UInt8] = [0, 0, 0, 0]
    /// The offset of the picture in the file that was read; nil for a picture that was added.
    fileprivate(set) var position: Int?

    init(picture: JPEGPicture, attribute: Int = 0, dependents: [UInt8] = [0, 0, 0, 0]) {
      self.picture = picture
      self.attribute = attribute
      self.dependents = dependents
    }

    /// Whether the picture is the photo's own, reduced for viewing.
    var isPreview: Bool { attribute >> 16 & 0xFF == 1 }
  }

  /// The photo's own picture.
  var primary: JPEGPicture
  var primaryAttribute = MultiPictureIndex.primaryAttribute
  /// In the order of the index.
  var further: [Entry] = []
  /// The bytes after the last picture: a video, makers' data. They are known only for an ``editable(file:)`` document.
  var trailer: [UInt8] = []
  /// Errors of the index and of the pictures that it lists. They matter only to readers of these pictures.
  private(set) var failures: [PhotoFileError] = []
  /// The file that was read; empty for a document made in memory.
  private(set) var original: [UInt8] = []
  /// Whether a picture begins in the header of another, so that the two cannot be separated.
  private var hasOverlap = false
  /// The original index, if it has more entries than Apple's do.
  private var originalIndex: [UInt8]?
  private var originalCount = 0

  /// Parses the pictures' segments. No picture is decoded, and no coded data are read.
  ///
  /// Entries of the index without a picture are skipped: editors drop pictures and keep the index. Sizes in the index
  /// are ignored, because files rewritten by Image I/O have wrong ones.
  ///
  /// - Throws: `malformed` and `limitExceeded` if the photo's own picture cannot be read; errors of others are in
  ///   ``failures``.
  init(_ bytes: [UInt8], file name: String, limits: ReadingLimits) throws(PhotoFileError) {
    original = bytes
    primary = try JPEGPicture(bytes, file: name)
    // An index may point into a picture's own segments, and so cheaply produce as many pictures as it has entries.
    var headers = [0..<primary.headerEnd]
    readIndex(file: name, limits: limits, headers: &headers)
    if !further.contains(where: \.picture.statesGainMap), let start = listedGainMapStart() {
      addPicture(at: start, attribute: 0, dependents: [0, 0, 0, 0], file: name, headers: &headers)
    }
  }

  /// Parses the pictures that the index lists.
  private mutating func readIndex(file name: String, limits: ReadingLimits, headers: inout [Range<Int>]) {
    guard let index = primary.payload(JPEGMarker.app2, JPEGIdentifier.multiPicture) else { return }
    let entries: [MultiPictureIndex.Entry]
    do throws(PhotoFileError) {
      entries = try MultiPictureIndex.entries(in: original, segment: index.indices, file: name, limits: limits)
    } catch {
      failures.append(error)
      return
    }
    if let first = entries.first { primaryAttribute = first.attribute }
    var starts: Set<Int> = []
    for entry in entries.dropFirst() where starts.insert(entry.position).inserted {
      addPicture(
        at: entry.position, attribute: entry.attribute, dependents: entry.dependents, file: name, headers: &headers)
    }
    if further.count == entries.count - 1, !MultiPictureIndex.isPlain(in: original, segment: index.indices) {
      originalIndex = Array(index)
      originalCount = further.count
    }
  }

  /// Parses a further picture, if one begins at `start`: an index kept by an editor may point anywhere.
  ///
  /// - Parameter headers: the headers of the known pictures.
  private mutating func addPicture(
    at start: Int, attribute: Int, dependents: [UInt8], file name: String, headers: inout [Range<Int>]
  ) {
    guard start >= primary.headerEnd, start < original.count - 3, original[start] == 0xFF,
      original[start + 1] == JPEGMarker.startOfImage
    else { return }
    guard !headers.contains(where: { $0.contains(start) }) else {
      hasOverlap = true
      return
    }
    do throws(PhotoFileError) {
      let picture = try JPEGPicture(original, at: start, file: name)
      let header = start..<picture.headerEnd
      guard !headers.contains(where: header.overlaps) else {
        hasOverlap = true
        return
      }
      headers.append(header)
      var entry = Entry(picture: picture, attribute: attribute, dependents: dependents)
      entry.position = start
      further.append(entry)
    } catch {
      failures.append(error)
    }
  }

  /// A file of one picture.
  init(_ picture: JPEGPicture) { primary = picture }

  /// The document with each picture's own part of the file, if it can be written again without loss.
  ///
  /// - Throws: the first of ``failures``, `malformed` if a picture has no end or begins in another.
  func editable(file name: String) throws(PhotoFileError) -> JPEGDocument {
    if let failure = failures.first { throw failure }
    guard !hasOverlap else {
      throw .malformed(file: name, reason: "a picture has no data, or another begins in its header")
    }
    let starts = further.compactMap(\.position).sorted()
    let last = further.max { ($0.position ?? 0) < ($1.position ?? 0) }?.picture ?? primary
    let end = JPEGPicture.end(of: last.scans) ?? original.count
    var document = self
    document.primary = try primary.ending(at: starts.first ?? end, file: name)
    for (place, entry) in further.enumerated() {
      let next = starts.first { $0 > entry.position ?? 0 } ?? end
      document.further[place].picture = try entry.picture.ending(at: next, file: name)
    }
    document.trailer = Array(original[end...])
    return document
  }

  /// The document with copies of its bytes, so that the file's can be released.
  func detached() -> JPEGDocument {
    var document = self
    document.primary = primary.detached()
    for place in further.indices {
      document.further[place].picture = further[place].picture.detached()
      document.further[place].position = nil
    }
    document.original = []
    return document
  }

  /// The file, with the index brought up to date.
  func file() throws(PhotoFileError) -> [UInt8] {
    if let map = further.first(where: \.picture.statesGainMap) {
      var document = self
      // The index of the new file has the map's final length.
      var picture = map.picture
      picture.updateIndex(pictureCount: further.count + 1)
      try document.updateGainMapLength(picture.byteCount)
      return try document.indexedFile()
    }
    return try indexedFile()
  }

  private func indexedFile() throws(PhotoFileError) -> [UInt8] {
    var primary = primary
    let count = further.count + 1
    let identifier = JPEGIdentifier.multiPicture
    let template =
      further.count == originalCount ? originalIndex.map { identifier + $0 } : nil
    let size = template?.count ?? MultiPictureIndex.primarySize(pictureCount: count)
    guard size <= JPEGIdentifier.segmentCapacity else {
      throw .encodingFailed(format: .jpeg, reason: "\(count) pictures are more than an index holds")
    }
    // The index's place and length determine its contents, so that room is made for it first.
    let room = identifier + [UInt8](repeating: 0, count: size - identifier.count)
    primary.replace(JPEGMarker.app2, [identifier], with: further.isEmpty ? [] : [room])
    let pictures = further.map { entry in
      var picture = entry.picture
      picture.updateIndex(pictureCount: count)
      return picture.bytes
    }
    if !further.isEmpty {
      let entries = try indexEntries(behind: primary, pictures)
      let index =
        template.map { MultiPictureIndex.patching($0, entries: entries) } ?? MultiPictureIndex.primary(entries)
      primary.replace(JPEGMarker.app2, [identifier], with: [index])
    }
    return primary.bytes + pictures.joined() + trailer
  }

  /// The index entries of all pictures, in the order of the file.
  ///
  /// - Parameters:
  ///   - primary: the first picture, with room for the index.
  ///   - pictures: the bytes of the others.
  private func indexEntries(
    behind primary: JPEGPicture, _ pictures: [[UInt8]]
  ) throws(PhotoFileError) -> [MultiPictureIndex.Entry] {
    // Offsets are relative to the index's byte-order mark.
    var origin = 2 + 4 + JPEGIdentifier.multiPicture.count
    for segment in primary.segments {
      if segment.marker == JPEGMarker.app2, segment.starts(with: JPEGIdentifier.multiPicture) { break }
      origin += segment.data.count + 4
    }
    var position = primary.byteCount
    var entries = [
      MultiPictureIndex.Entry(position: 0, size: position, attribute: primaryAttribute, dependents: [0, 0, 0, 0])
    ]
    for (picture, entry) in zip(pictures, further) {
      entries.append(
        .init(
          position: position - origin, size: picture.count, attribute: entry.attribute, dependents: entry.dependents))
      position += picture.count
    }
    guard position <= 0xFFFF_FFFF else {
      throw .encodingFailed(format: .jpeg, reason: "\(position) bytes are more than an index can point to")
    }
    return entries
  }
}

extension JPEGPicture {
  /// Updates the number of pictures in a further picture's own index, if it states one.
  fileprivate mutating func updateIndex(pictureCount: Int) {
    let identifier = JPEGIdentifier.multiPicture
    guard
      let place = segments.firstIndex(where: {
        $0.marker == JPEGMarker.app2 && $0.starts(with: identifier)
      })
    else { return }
    let index = MultiPictureIndex.patching(Array(segments[place].data), pictureCount: pictureCount)
    segments[place].data = index[...]
  }
}
