import Imaging

/// One picture of a JPEG file: its marker segments and its coded data (ISO/IEC 10918-1, annex B). A parsed picture has
/// slices of the file.
struct JPEGPicture: Hashable, Sendable {
  struct Segment: Hashable, Sendable {
    /// The marker's second byte: 0xE1 for APP1.
    let marker: UInt8
    /// The payload after the length.
    var data: ArraySlice<UInt8>

    init(marker: UInt8, slice: ArraySlice<UInt8>) {
      self.marker = marker
      data = slice
    }

    init(marker: UInt8, data: [UInt8]) { self.init(marker: marker, slice: data[...]) }

    func starts(with identifier: [UInt8]) -> Bool { data.starts(with: identifier) }
  }

  /// The values of the frame header.
  struct Frame: Hashable, Sendable {
    /// The size in pixels; no side is 0.
    let size: PixelSize
    let componentCount: Int
    let bitsPerComponent: Int

    /// - Parameter data: the payload of the frame header's segment; nil if it is too short.
    fileprivate init?(header data: ArraySlice<UInt8>) {
      guard data.count >= 6 else { return nil }
      let fields = Array(data.prefix(6))
      size = PixelSize(width: Int(fields[3]) << 8 | Int(fields[4]), height: Int(fields[1]) << 8 | Int(fields[2]))
      (componentCount, bitsPerComponent) = (Int(fields[5]), Int(fields[0]))
    }
  }

  /// 16 MiB of extended XMP and 10 MiB of profile fill 420 segments.
  private static let maximumSegments = 10_000

  /// All segments before the first scan, tables included.
  var segments: [Segment]
  let frame: Frame
  /// From the marker of the first scan on. For a parsed picture to the end of the file, until ``ending(at:file:)``
  /// finds the picture's own end.
  var scans: ArraySlice<UInt8>

  /// Parses the segments of a picture up to its first scan. No byte is copied.
  ///
  /// - Parameter start: where the picture's first marker stands.
  /// - Throws: `malformed` if no picture begins there or it has no data, `limitExceeded` if it has too many segments.
  init(_ bytes: [UInt8], at start: Int = 0, file: String) throws(PhotoFileError) {
    guard start >= 0, start <= bytes.count - 3, bytes[start] == 0xFF, bytes[start + 1] == JPEGMarker.startOfImage else {
      throw .malformed(file: file, reason: "no JPEG picture begins at byte \(start)")
    }
    var segments: [Segment] = []
    var frame: Frame?
    var position = start + 2
    while true {
      guard let marker = Self.nextMarker(in: bytes, &position) else {
        throw .malformed(file: file, reason: "it ends before the picture's data")
      }
      guard marker != JPEGMarker.endOfImage, marker != JPEGMarker.startOfImage else {
        throw .malformed(file: file, reason: "a JPEG picture without data")
      }
      let data = try Self.segmentData(in: bytes, at: position, file: file)
      guard segments.count < Self.maximumSegments else {
        throw .limitExceeded(file: file, reason: "more than \(Self.maximumSegments) segments before a picture's data")
      }
      if marker == JPEGMarker.startOfScan { break }
      segments.append(Segment(marker: marker, slice: data))
      position = data.endIndex
      // SOF55
      if marker == 0xF7 { throw .unsupported(file: file, reason: "JPEG-LS; convert it to JPEG or PNG") }
      guard JPEGMarker.beginsFrame(marker) else { continue }
      guard frame == nil, let header = Frame(header: data) else {
        throw .malformed(file: file, reason: "the frame header is damaged or there are two")
      }
      frame = header
    }
    guard let frame else { throw .malformed(file: file, reason: "the frame header is missing") }
    guard frame.size.width > 0, frame.size.height > 0 else {
      throw .malformed(file: file, reason: "the frame header gives a size of \(frame.size)")
    }
    self.segments = segments
    self.frame = frame
    scans = bytes[(position - 2)...]
  }

  /// The content of the segment whose length stands at a position.
  private static func segmentData(
    in bytes: [UInt8], at position: Int, file: String
  ) throws(PhotoFileError) -> ArraySlice<UInt8> {
    guard position <= bytes.count - 2 else { throw .malformed(file: file, reason: "it ends in a segment's length") }
    let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
    guard length >= 2, position <= bytes.count - length else {
      throw .malformed(file: file, reason: "the segment at byte \(position - 2) reaches beyond the end")
    }
    return bytes[position + 2..<position + length]
  }

  /// The next marker that a segment follows, with the position after it; nil at the end of the bytes.
  private static func nextMarker(in bytes: [UInt8], _ position: inout Int) -> UInt8? {
    while true {
      // Bytes between segments are invalid but common: readers search for the next marker.
      while position < bytes.count, bytes[position] != 0xFF { position += 1 }
      while position < bytes.count, bytes[position] == 0xFF { position += 1 }
      guard position < bytes.count else { return nil }
      let marker = bytes[position]
      position += 1
      // A stuffed zero, TEM and restart markers have no length.
      if marker != 0, marker != 1, !(0xD0...0xD7).contains(marker) { return marker }
    }
  }

  /// The end of the first scan's header, in the bytes of the parsed picture.
  var headerEnd: Int {
    let header = Array(scans.prefix(4))
    guard header.count == 4 else { return scans.endIndex }
    return scans.startIndex + 2 + Int(header[2]) << 8 + Int(header[3])
  }

  /// The picture with only its own part of the file: up to the next picture, including data after its end.
  ///
  /// - Throws: `malformed` if the picture does not end before that.
  func ending(at end: Int, file: String) throws(PhotoFileError) -> JPEGPicture {
    guard scans.startIndex < end else {
      throw .malformed(file: file, reason: "a picture has no data, or another begins in its header")
    }
    guard let ownEnd = Self.end(of: scans), ownEnd <= end else {
      throw .malformed(file: file, reason: "a picture's data have no end")
    }
    var picture = self
    picture.scans = scans[..<end]
    return picture
  }

  /// The picture as stored in a file.
  var bytes: [UInt8] {
    var bytes: [UInt8] = [0xFF, JPEGMarker.startOfImage]
    bytes.reserveCapacity(byteCount)
    for segment in segments {
      let length = segment.data.count + 2
      bytes += [0xFF, segment.marker, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)]
      bytes += segment.data
    }
    return bytes + scans
  }

  var byteCount: Int { segments.reduce(2 + scans.count) { $0 + $1.data.count + 4 } }

  /// The picture with copies of its bytes, so that the file's can be released.
  func detached() -> JPEGPicture {
    var picture = self
    picture.segments = segments.map { Segment(marker: $0.marker, data: Array($0.data)) }
    picture.scans = Array(scans)[...]
    return picture
  }

  /// The data of all segments with a marker that begin with an identifier, without the identifier.
  func payloads(_ marker: UInt8, _ identifier: [UInt8]) -> [ArraySlice<UInt8>] {
    segments.compactMap { segment in
      guard segment.marker == marker, segment.starts(with: identifier) else { return nil }
      return segment.data.dropFirst(identifier.count)
    }
  }

  /// The data of the first of them.
  func payload(_ marker: UInt8, _ identifier: [UInt8]) -> ArraySlice<UInt8>? {
    segments.first { $0.marker == marker && $0.starts(with: identifier) }?.data.dropFirst(identifier.count)
  }

  func contains(_ marker: UInt8, _ identifier: [UInt8]) -> Bool {
    segments.contains { $0.marker == marker && $0.starts(with: identifier) }
  }

  mutating func remove(_ marker: UInt8, _ identifier: [UInt8]) {
    segments.removeAll { $0.marker == marker && $0.starts(with: identifier) }
  }

  /// Replaces all segments of a kind. If there are none, the new ones follow the segments that usually precede them:
  /// JFIF, then EXIF, then XMP.
  mutating func replace(
    _ marker: UInt8, _ identifiers: [[UInt8]], with data: [[UInt8]]
  ) {
    func isOld(_ segment: Segment) -> Bool {
      segment.marker == marker && identifiers.contains { segment.starts(with: $0) }
    }
    let old = segments.firstIndex(where: isOld)
    segments.removeAll(where: isOld)
    let isEXIF = identifiers.contains(JPEGIdentifier.exif)
    let place =
      old
      ?? segments.firstIndex { segment in
        let isBefore =
          segment.marker == JPEGMarker.app0
          || (!isEXIF && segment.marker == JPEGMarker.app1
            && (segment.starts(with: JPEGIdentifier.exif) || segment.starts(with: JPEGIdentifier.xmp)
              || segment.starts(with: JPEGIdentifier.extendedXMP)))
        return !isBefore
      } ?? segments.count
    segments.insert(contentsOf: data.map { Segment(marker: marker, data: $0) }, at: place)
  }

  /// Replaces the XMP packet; nil removes it.
  mutating func setXMP(_ packet: [UInt8]?) throws(PhotoFileError) {
    let data = try packet.map { packet throws(PhotoFileError) in try ExtendedXMP.segments(of: packet) } ?? []
    replace(JPEGMarker.app1, [JPEGIdentifier.xmp, JPEGIdentifier.extendedXMP], with: data)
  }

  /// Cuts off the data after the picture's end, and returns them.
  @discardableResult
  mutating func removeGap() -> [UInt8] {
    guard let end = Self.end(of: scans), end < scans.endIndex else { return [] }
    let gap = Array(scans[end...])
    scans = scans[..<end]
    return gap
  }

  /// Whether application segments or comments lie between the scans, which few readers check.
  var hasSegmentsBetweenScans: Bool {
    scans.withUnsafeBufferPointer { bytes in
      var position = 0
      while position + 3 < bytes.count {
        guard bytes[position] == 0xFF else {
          position += 1
          continue
        }
        switch bytes[position + 1] {
        case JPEGMarker.endOfImage: return false
        case 0xE0...0xEF, JPEGMarker.comment: return true
        case 0xFF: position += 1
        case 0, 1, 0xD0...0xD7: position += 2
        default: position += 2 + Int(bytes[position + 2]) << 8 + Int(bytes[position + 3])
        }
      }
      return false
    }
  }

  /// The end of coded data that begin with the marker of their first scan: the index after the end-of-image marker; nil
  /// if there is none.
  static func end(of scans: ArraySlice<UInt8>) -> Int? {
    scans.withUnsafeBufferPointer { bytes in
      var position = 0
      while position < bytes.count - 1 {
        guard bytes[position] == 0xFF else {
          position += 1
          continue
        }
        let marker = bytes[position + 1]
        if marker == JPEGMarker.endOfImage { return scans.startIndex + position + 2 }
        switch marker {
        // Stuffed zeros, fill bytes and restart markers are a part of the scan.
        case 0xFF: position += 1
        case 0, 1, 0xD0...0xD7: position += 2
        default:
          // Tables between scans may hold any bytes.
          guard position + 3 < bytes.count else { return nil }
          position += 2 + Int(bytes[position + 2]) << 8 + Int(bytes[position + 3])
        }
      }
      return nil
    }
  }
}
