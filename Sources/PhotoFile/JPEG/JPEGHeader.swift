import Imaging

/// The marker segments of one JPEG picture up to its first scan (ISO/IEC 10918-1, annex B).
struct JPEGHeader {
  struct Segment {
    /// The marker's second byte: 0xE1 for APP1.
    let marker: UInt8
    /// Where its data lie in the file, without marker and length.
    let payload: Range<Int>
  }

  enum Marker {
    static let startOfImage: UInt8 = 0xD8
    static let endOfImage: UInt8 = 0xD9
    static let startOfScan: UInt8 = 0xDA
    static let app0: UInt8 = 0xE0
    static let app1: UInt8 = 0xE1
    static let app2: UInt8 = 0xE2
    static let app10: UInt8 = 0xEA
    static let app13: UInt8 = 0xED
    static let app14: UInt8 = 0xEE
    static let comment: UInt8 = 0xFE
  }

  /// 16 MiB of extended XMP and 10 MiB of profile fill 420 segments.
  private static let maximumSegments = 10_000

  let segments: [Segment]
  let size: PixelSize
  let componentCount: Int
  let bitsPerComponent: Int

  /// - Parameter start: where the picture's first marker stands.
  init(_ bytes: [UInt8], at start: Int = 0, file: String) throws(PhotoFileError) {
    guard start >= 0, start <= bytes.count - 3, bytes[start] == 0xFF, bytes[start + 1] == Marker.startOfImage else {
      throw .malformed(file: file, reason: "no JPEG picture begins at byte \(start)")
    }
    var segments: [Segment] = []
    var frame: (size: PixelSize, componentCount: Int, bitsPerComponent: Int)?
    var position = start + 2
    while true {
      // Bytes between segments are as wrong as they are common: readers look for the next marker.
      while position < bytes.count, bytes[position] != 0xFF { position += 1 }
      while position < bytes.count, bytes[position] == 0xFF { position += 1 }
      guard position < bytes.count else { throw .malformed(file: file, reason: "it ends before the picture's data") }
      let marker = bytes[position]
      position += 1
      // A stuffed zero, TEM and restart markers have no length.
      if marker == 0 || marker == 1 || (0xD0...0xD7).contains(marker) { continue }
      guard marker != Marker.endOfImage, marker != Marker.startOfImage else {
        throw .malformed(file: file, reason: "a JPEG picture without data")
      }
      guard position <= bytes.count - 2 else { throw .malformed(file: file, reason: "it ends in a segment's length") }
      let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
      guard length >= 2, position <= bytes.count - length else {
        throw .malformed(file: file, reason: "the segment at byte \(position - 2) reaches beyond the end")
      }
      let payload = position + 2..<position + length
      guard segments.count < Self.maximumSegments else {
        throw .limitExceeded(file: file, reason: "more than \(Self.maximumSegments) segments before a picture's data")
      }
      segments.append(Segment(marker: marker, payload: payload))
      position = payload.upperBound
      if marker == Marker.startOfScan { break }
      // SOF0...SOF15, without DHT, JPG and DAC.
      guard (0xC0...0xCF).contains(marker), marker != 0xC4, marker != 0xC8, marker != 0xCC else { continue }
      guard payload.count >= 6, frame == nil else {
        throw .malformed(file: file, reason: "the frame header is damaged or there are two")
      }
      let at = payload.lowerBound
      let size = PixelSize(
        width: Int(bytes[at + 3]) << 8 | Int(bytes[at + 4]), height: Int(bytes[at + 1]) << 8 | Int(bytes[at + 2]))
      frame = (size, Int(bytes[at + 5]), Int(bytes[at]))
    }
    guard let frame else { throw .malformed(file: file, reason: "the frame header is missing") }
    guard frame.size.width > 0, frame.size.height > 0 else {
      throw .malformed(file: file, reason: "the frame header gives a size of \(frame.size)")
    }
    self.segments = segments
    size = frame.size
    componentCount = frame.componentCount
    bitsPerComponent = frame.bitsPerComponent
  }

  /// The data of all segments with a marker that begin with an identifier, without the identifier.
  func payloads(_ marker: UInt8, _ identifier: [UInt8], in bytes: [UInt8]) -> [Range<Int>] {
    segments.compactMap { segment in
      guard segment.marker == marker, bytes[segment.payload].starts(with: identifier) else { return nil }
      return segment.payload.lowerBound + identifier.count..<segment.payload.upperBound
    }
  }
}
