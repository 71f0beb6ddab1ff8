/// Finds pictures that are written as text, in base64 with either alphabet or in hexadecimal digits (RFC 4648).
///
/// A text is a picture if it begins as a picture's file does, or if it contains one where it is decoded: a text that has
/// lost its first characters, or a file with a picture in it.
package enum TextPictures {
  /// Shorter texts cannot contain a recognizable picture.
  package static let minimumCount = 512
  /// The first bytes of JPEG, PNG, GIF and RIFF (WebP).
  private static let starts = ["/9j/", "_9j_", "iVBORw0K", "R0lGOD", "UklGR"].map { Array($0.utf8) }

  /// The texts in some bytes, which may be broken into lines.
  package static func find(in bytes: [UInt8]) -> [Range<Int>] {
    runs(in: bytes).flatMap { run in
      let start = start(in: bytes[run]) ?? run.upperBound
      // What precedes the start may be a picture whose own start is damaged.
      if containsPicture(bytes[run.lowerBound..<start]) { return [run] }
      return start < run.upperBound ? [start..<run.upperBound] : []
    }
  }

  /// The bytes with spaces in place of such texts.
  static func erased(from bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for range in find(in: bytes) {
      bytes.replaceSubrange(range, with: repeatElement(UInt8(ascii: " "), count: range.count))
    }
    return bytes
  }

  /// The long runs of base64's characters and of white space. They may be words without punctuation, too.
  private static func runs(in bytes: [UInt8]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var position = 0
    while position < bytes.count {
      let end = bytes[position...].firstIndex { !isPart($0) } ?? bytes.count
      if end - position >= minimumCount { runs.append(position..<end) }
      position = end + 1
    }
    return runs
  }

  /// Where the text of a picture begins; nil for nowhere, or too late.
  private static func start(in run: ArraySlice<UInt8>) -> Int? {
    run.indices.dropLast(minimumCount - 1).first { position in
      mayStart(run[position]) && starts.contains { run[position...].starts(with: $0) }
    }
  }

  /// Whether a run decodes to bytes with a picture, from any of the four characters that a group may begin with, or
  /// from either digit of a byte.
  private static func containsPicture(_ run: ArraySlice<UInt8>) -> Bool {
    guard run.count >= minimumCount else { return false }
    let digits = run.compactMap(digit)
    return (0..<4).contains { PictureTraces.areFound(in: decoded(digits.dropFirst($0))) }
      || hexadecimalRuns(in: digits).contains { digits in
        (0..<2).contains { PictureTraces.areFound(in: bytes(of: digits.dropFirst($0))) }
      }
  }

  /// The long runs of hexadecimal digits among values of base64's, with the values of those digits.
  private static func hexadecimalRuns(in digits: [UInt8]) -> [[UInt8]] {
    digits.lazy.map(hexadecimalDigit).split(separator: nil).filter { $0.count >= minimumCount }.map {
      $0.compactMap(\.self)
    }
  }

  /// The value of a hexadecimal digit from its value in base64; nil for other characters.
  private static func hexadecimalDigit(_ value: UInt8) -> UInt8? {
    switch value {
    case 52...61: value - 52
    case 0...5: value + 10
    case 26...31: value - 16
    default: nil
    }
  }

  private static func bytes(of digits: ArraySlice<UInt8>) -> [UInt8] {
    stride(from: digits.startIndex, to: digits.endIndex - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  private static func decoded(_ digits: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 4 * 3)
    for group in stride(from: digits.startIndex, to: digits.endIndex - 3, by: 4) {
      let (a, b, c, d) = (digits[group], digits[group + 1], digits[group + 2], digits[group + 3])
      bytes.append(a << 2 | b >> 4)
      bytes.append(b << 4 | c >> 2)
      bytes.append(c << 6 | d)
    }
    return bytes
  }

  /// Whether it is the first byte of ``starts``: most bytes are none.
  private static func mayStart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "i"), UInt8(ascii: "R"), UInt8(ascii: "U"): true
    default: false
    }
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), 9, 10, 13, 32: true
    default: digit(byte) != nil
    }
  }

  /// The value of a character, 0...63; nil for padding, white space, and what is not base64.
  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
