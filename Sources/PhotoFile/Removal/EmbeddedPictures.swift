/// Finds JPEG pictures embedded in other data: thumbnails and previews in EXIF, makers' notes, Photoshop's resources.
enum EmbeddedPictures {
  /// A picture that begins in the data.
  struct Finding: Hashable {
    /// From the picture's first marker to after its last; to the end of the data if it has none.
    let range: Range<Int>
    /// Whether the picture's end was found.
    let isComplete: Bool
  }

  /// The maximum number of starts: more would be an attack.
  private static let maximumCount = 64

  /// The pictures in a part of some bytes, in order. A picture in another's header belongs to that.
  static func find(in bytes: [UInt8], range: Range<Int>? = nil) -> [Finding] {
    let range = (range ?? bytes.indices).clamped(to: bytes.indices)
    var findings: [Finding] = []
    var position = range.lowerBound
    var starts = 0
    while position < range.upperBound - 3 {
      guard isStart(bytes, at: position) else {
        position += 1
        continue
      }
      starts += 1
      guard starts <= maximumCount else {
        findings.append(Finding(range: position..<range.upperBound, isComplete: false))
        break
      }
      if let end = end(of: bytes, from: position, to: range.upperBound) {
        findings.append(Finding(range: position..<end, isComplete: true))
        position = end
      } else {
        // Any bytes may resemble the start of a picture; a picture's tables hardly occur by chance.
        if hasTables(bytes, at: position, to: range.upperBound) {
          findings.append(Finding(range: position..<range.upperBound, isComplete: false))
          break
        }
        position += 1
      }
    }
    return findings
  }

  /// The picture at the start of a range; nil if there is none, or it does not end in the range.
  static func picture(in bytes: [UInt8], at range: Range<Int>) -> Range<Int>? {
    guard range.count > 3, isStart(bytes, at: range.lowerBound) else { return nil }
    return end(of: bytes, from: range.lowerBound, to: range.upperBound).map { range.lowerBound..<$0 }
  }

  /// SOI with the next marker. Minolta's cameras wrote another first byte.
  private static func isStart(_ bytes: [UInt8], at position: Int) -> Bool {
    guard bytes[position + 1] == JPEGMarker.startOfImage, bytes[position + 2] == 0xFF else { return false }
    let marker = bytes[position + 3]
    if bytes[position] != 0xFF { return marker == 0xDB }
    return marker == 0xC4 || marker == 0xC0 || marker == 0xC2 || marker == 0xDB || marker == 0xDD || marker >= 0xE0
  }

  /// The end of the picture at a position; nil if it does not end in the range.
  private static func end(of bytes: [UInt8], from start: Int, to limit: Int) -> Int? {
    var (bytes, offset) = (bytes, 0)
    if bytes[start] != 0xFF {
      bytes = [0xFF] + bytes[(start + 1)..<limit]
      offset = start
    }
    guard let picture = try? JPEGPicture(bytes, at: start - offset, file: ""),
      let end = JPEGPicture.end(of: picture.scans.prefix(max(0, limit - offset - picture.scans.startIndex)))
    else { return nil }
    return end + offset
  }

  /// Whether a complete segment of a picture's tables or metadata is at its start.
  private static func hasTables(_ bytes: [UInt8], at start: Int, to limit: Int) -> Bool {
    guard start + 6 <= limit else { return false }
    let length = Int(bytes[start + 4]) << 8 | Int(bytes[start + 5])
    let next = start + 4 + length
    return length >= 2 && next + 1 < limit && bytes[next] == 0xFF && bytes[next + 1] >= 0xC0
  }
}
