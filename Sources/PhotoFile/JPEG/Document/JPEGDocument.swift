/// A JPEG file taken apart, with everything that is in it, so that it can be changed in one place and put together again
/// with nothing else changed: the photo's own picture, further ones that a Multi-Picture index leads to, and what follows
/// them.
struct JPEGDocument: Sendable {
  /// A picture with what the index says of it.
  struct Entry: Sendable, Hashable {
    var picture: JPEGPicture
    /// CIPA DC-007, 5.2.3.3.1: what the picture is to the others.
    var attribute: Int = 0
    /// The numbers of the two pictures that it depends on; 0 for none.
    var dependents: [UInt8] = [0, 0, 0, 0]

    /// Whether the picture is the photo's own, reduced for viewing.
    var isPreview: Bool { attribute >> 16 & 0xFF == 1 }
  }

  /// The photo's own picture.
  var primary: JPEGPicture
  var primaryAttribute = MultiPictureIndex.primaryAttribute
  var further: [Entry] = []
  /// What follows the last picture: a video, a maker's data.
  var trailer: [UInt8] = []
  /// The index as it was, where it says more than Apple's do.
  private var originalIndex: [UInt8]?
  private var originalCount = 0

  init(_ bytes: [UInt8], file: String, limits: ReadingLimits) throws(PhotoFileError) {
    let header = try JPEGHeader(bytes, file: file)
    let index = header.payloads(JPEGHeader.Marker.app2, JPEGIdentifier.multiPicture, in: bytes).first
    var entries: [MultiPictureIndex.Entry] = []
    if let index {
      entries = try MultiPictureIndex.entries(in: bytes, segment: index, file: file, limits: limits)
    }
    // An index that an editor has left behind points anywhere.
    var starts: Set<Int> = []
    let firstScan = header.segments.last?.payload.lowerBound ?? 0
    let own = entries.dropFirst().filter { entry in
      entry.position > firstScan && entry.position < bytes.count - 3 && bytes[entry.position] == 0xFF
        && bytes[entry.position + 1] == JPEGHeader.Marker.startOfImage && starts.insert(entry.position).inserted
    }
    let sorted = starts.sorted()
    let last = sorted.last ?? 0
    let lastHeader = sorted.isEmpty ? header : try JPEGHeader(bytes, at: last, file: file)
    let end =
      lastHeader.segments.last.flatMap { JPEGPicture.end(of: bytes, scanAt: $0.payload.upperBound) } ?? bytes.count

    primary = try JPEGPicture(bytes, in: 0..<(sorted.first ?? end), file: file)
    for entry in own {
      let next = sorted.first { $0 > entry.position } ?? end
      further.append(
        Entry(
          picture: try JPEGPicture(bytes, in: entry.position..<next, file: file), attribute: entry.attribute,
          dependents: entry.dependents))
    }
    trailer = Array(bytes[end...])
    if let first = entries.first { primaryAttribute = first.attribute }
    if let index, own.count == entries.count - 1, !MultiPictureIndex.isPlain(in: bytes, segment: index) {
      originalIndex = Array(bytes[index])
      originalCount = own.count
    }
  }

  /// A file of one picture.
  init(_ picture: JPEGPicture) { primary = picture }

  /// The file, with the index brought up to date.
  func file() throws(PhotoFileError) -> [UInt8] {
    var primary = primary
    let count = further.count + 1
    let identifier = JPEGIdentifier.multiPicture
    let template =
      further.count == originalCount ? originalIndex.map { identifier + $0 } : nil
    let size = template?.count ?? MultiPictureIndex.primarySize(pictureCount: count)
    guard size <= JPEGIdentifier.segmentCapacity else {
      throw .encodingFailed(format: .jpeg, reason: "\(count) pictures are more than an index holds")
    }
    let isIndexed = !further.isEmpty
    primary.replace(
      JPEGHeader.Marker.app2, [identifier],
      with: isIndexed ? [[UInt8](identifier + [UInt8](repeating: 0, count: size - identifier.count))] : [])
    let pictures = further.map { entry in
      var picture = entry.picture
      picture.updateIndex(pictureCount: count)
      return picture.bytes
    }
    if isIndexed {
      // Offsets count from the index's byte order mark.
      var origin = 2 + 4 + identifier.count
      for segment in primary.segments {
        if segment.marker == JPEGHeader.Marker.app2, segment.starts(with: identifier) { break }
        origin += segment.data.count + 4
      }
      var position = primary.byteCount
      var entries = [
        MultiPictureIndex.Entry(position: 0, size: position, attribute: primaryAttribute, dependents: [0, 0, 0, 0])
      ]
      for (picture, entry) in zip(pictures, further) {
        entries.append(
          .init(
            position: position - origin, size: picture.count, attribute: entry.attribute,
            dependents: entry.dependents))
        position += picture.count
      }
      guard position <= 0xFFFF_FFFF else {
        throw .encodingFailed(format: .jpeg, reason: "\(position) bytes are more than an index can point to")
      }
      let index =
        template.map { MultiPictureIndex.patching($0, entries: entries) } ?? MultiPictureIndex.primary(entries)
      primary.replace(JPEGHeader.Marker.app2, [identifier], with: [index])
    }
    return primary.bytes + pictures.joined() + trailer
  }
}

extension JPEGPicture {
  /// Makes a further picture's own index say how many pictures the file has, where it has one that says so.
  fileprivate mutating func updateIndex(pictureCount: Int) {
    let identifier = JPEGIdentifier.multiPicture
    guard
      let place = segments.firstIndex(where: {
        $0.marker == JPEGHeader.Marker.app2 && $0.starts(with: identifier)
      })
    else { return }
    segments[place].data = MultiPictureIndex.patching(segments[place].data, pictureCount: pictureCount)
  }
}
