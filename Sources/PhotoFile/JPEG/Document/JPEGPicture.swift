/// One picture of a JPEG file, taken apart into its marker segments and its coded data.
struct JPEGPicture: Hashable, Sendable {
  struct Segment: Hashable, Sendable {
    /// The marker's second byte: 0xE1 for APP1.
    let marker: UInt8
    /// What follows the length.
    var data: [UInt8]

    func starts(with identifier: [UInt8]) -> Bool { data.starts(with: identifier) }
  }

  /// All segments before the first scan, tables included.
  var segments: [Segment]
  /// From the marker of the first scan to the end, what follows the end of the image included.
  var scans: [UInt8]

  /// Takes the picture apart that fills a range of the file.
  init(_ bytes: [UInt8], in range: Range<Int>, file: String) throws(PhotoFileError) {
    let header = try JPEGHeader(bytes, at: range.lowerBound, file: file)
    var segments: [Segment] = []
    var scan: Int?
    for segment in header.segments {
      if segment.marker == JPEGHeader.Marker.startOfScan {
        scan = segment.payload.lowerBound - 4
      } else {
        segments.append(Segment(marker: segment.marker, data: Array(bytes[segment.payload])))
      }
    }
    guard let scan, scan < range.upperBound else {
      throw .malformed(file: file, reason: "a picture has no data, or another begins in its header")
    }
    guard let end = Self.end(of: bytes, scanAt: scan), end <= range.upperBound else {
      throw .malformed(file: file, reason: "a picture's data have no end")
    }
    self.segments = segments
    scans = Array(bytes[scan..<range.upperBound])
  }

  init(segments: [Segment], scans: [UInt8]) {
    self.segments = segments
    self.scans = scans
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = [0xFF, JPEGHeader.Marker.startOfImage]
    bytes.reserveCapacity(scans.count + segments.reduce(2) { $0 + $1.data.count + 4 })
    for segment in segments {
      let length = segment.data.count + 2
      bytes += [0xFF, segment.marker, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)]
      bytes += segment.data
    }
    return bytes + scans
  }

  var byteCount: Int { segments.reduce(2 + scans.count) { $0 + $1.data.count + 4 } }

  /// The data of the first segment with a marker and identifier, without the identifier.
  func payload(_ marker: UInt8, _ identifier: [UInt8]) -> [UInt8]? {
    segments.first { $0.marker == marker && $0.starts(with: identifier) }.map {
      Array($0.data.dropFirst(identifier.count))
    }
  }

  func contains(_ marker: UInt8, _ identifier: [UInt8]) -> Bool {
    segments.contains { $0.marker == marker && $0.starts(with: identifier) }
  }

  mutating func remove(_ marker: UInt8, _ identifier: [UInt8]) {
    segments.removeAll { $0.marker == marker && $0.starts(with: identifier) }
  }

  /// Puts a kind of segments in place of those that are there; where there are none, behind the segments that files have
  /// before them: JFIF, then EXIF, then XMP.
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
          segment.marker == JPEGHeader.Marker.app0
          || (!isEXIF && segment.marker == JPEGHeader.Marker.app1
            && (segment.starts(with: JPEGIdentifier.exif) || segment.starts(with: JPEGIdentifier.xmp)
              || segment.starts(with: JPEGIdentifier.extendedXMP)))
        return !isBefore
      } ?? segments.count
    segments.insert(contentsOf: data.map { Segment(marker: marker, data: $0) }, at: place)
  }

  /// The XMP packet, what lies in further segments included.
  func xmp(file: String, limits: ReadingLimits) throws(PhotoFileError) -> [UInt8]? {
    guard let packet = payload(JPEGHeader.Marker.app1, JPEGIdentifier.xmp), !packet.isEmpty else { return nil }
    let pieces = segments.filter {
      $0.marker == JPEGHeader.Marker.app1 && $0.starts(with: JPEGIdentifier.extendedXMP)
    }
    guard !pieces.isEmpty else { return packet }
    return try ExtendedXMP.joined(
      packet, with: pieces.map { $0.data.dropFirst(JPEGIdentifier.extendedXMP.count) }, file: file, limits: limits)
  }

  /// Puts an XMP packet in place of the one that is there; nil removes it.
  mutating func setXMP(_ packet: [UInt8]?) throws(PhotoFileError) {
    let data = try packet.map { packet throws(PhotoFileError) in try ExtendedXMP.segments(of: packet) } ?? []
    replace(JPEGHeader.Marker.app1, [JPEGIdentifier.xmp, JPEGIdentifier.extendedXMP], with: data)
  }

  /// Where the coded data of a picture end whose first scan, or its marker, begins in `bytes` at `start`: behind the marker
  /// that says so; nil if there is none.
  static func end(of bytes: [UInt8], scanAt start: Int) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      var position = start
      while position < bytes.count - 1 {
        guard bytes[position] == 0xFF else {
          position += 1
          continue
        }
        let marker = bytes[position + 1]
        if marker == JPEGHeader.Marker.endOfImage { return position + 2 }
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
