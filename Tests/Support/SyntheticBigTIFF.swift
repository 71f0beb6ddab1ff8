/// BigTIFF files that are put together tag by tag, in one byte order.
public struct SyntheticBigTIFF {
  /// An entry of a directory with its value, in the file's byte order.
  public struct Tag {
    public let number: Int
    public let type: Int
    public let count: Int
    public let bytes: [UInt8]

    public init(_ number: Int, type: Int, count: Int, bytes: [UInt8]) {
      (self.number, self.type, self.count, self.bytes) = (number, type, count, bytes)
    }
  }

  public let isBigEndian: Bool

  public init(isBigEndian: Bool = false) { self.isBigEndian = isBigEndian }

  public func number(_ value: Int, _ size: Int) -> [UInt8] {
    let little = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isBigEndian ? little.reversed() : little
  }

  public func short(_ tag: Int, _ values: Int...) -> Tag {
    Tag(tag, type: 3, count: values.count, bytes: values.flatMap { number($0, 2) })
  }

  public func text(_ tag: Int, _ text: String) -> Tag {
    Tag(tag, type: 2, count: text.utf8.count + 1, bytes: Array(text.utf8) + [0])
  }

  public func data(_ tag: Int, _ bytes: [UInt8], type: Int = 7) -> Tag {
    Tag(tag, type: type, count: bytes.count, bytes: bytes)
  }

  /// Fractions, as numerators and denominators.
  public func fractions(_ tag: Int, _ values: [Int]) -> Tag {
    Tag(tag, type: 5, count: values.count / 2, bytes: values.flatMap { number($0, 4) })
  }

  /// LONG8, or offsets of directories in 8 bytes, 18.
  public func long8(_ tag: Int, _ values: Int..., type: Int = 16) -> Tag {
    Tag(tag, type: type, count: values.count, bytes: values.flatMap { number($0, 8) })
  }

  /// A directory with the values that do not fit into it.
  public func directory(_ tags: [Tag], at place: Int, next: Int = 0) -> [UInt8] {
    let tags = tags.sorted { $0.number < $1.number }
    var (entries, values) = (number(tags.count, 8), [UInt8]())
    for tag in tags {
      entries += number(tag.number, 2) + number(tag.type, 2) + number(tag.count, 8)
      if tag.bytes.count <= 8 {
        entries += tag.bytes + [UInt8](repeating: 0, count: 8 - tag.bytes.count)
      } else {
        entries += number(place + 16 + 20 * tags.count + values.count, 8)
        values += tag.bytes
      }
    }
    return entries + number(next, 8) + values
  }

  /// The tags of a picture of two gray pixels.
  public func gray(at place: Int) -> [Tag] {
    [
      short(256, 2), short(257, 1), short(258, 8), short(259, 1), short(262, 1), long8(273, place), short(277, 1),
      short(278, 1), long8(279, 2),
    ]
  }

  /// Two gray pixels, 7 and 200, with an artist, an exposure, a lens, a location and XMP.
  ///
  /// - Parameters:
  ///   - more: further tags of the first page.
  ///   - second: the additional tags of a second page with the same samples; nil for one page.
  public func file(xmp: [UInt8], more: [Tag] = [], second: [Tag]? = nil) -> [UInt8] {
    let start = 16
    let exifAt = start + 8
    let exif = directory([fractions(33434, [1, 125]), text(42036, "A lens of 50 mm")], at: exifAt)
    let gpsAt = exifAt + exif.count
    let gps = directory([text(1, "N"), fractions(2, [48, 1, 30, 1, 0, 1])], at: gpsAt)
    let secondAt = gpsAt + gps.count
    let page = second.map { directory(gray(at: start) + $0, at: secondAt) } ?? []
    let firstAt = secondAt + page.count
    let first = directory(
      gray(at: start) + [
        short(274, 6), text(315, "Ann Example"), long8(34665, exifAt, type: 18), long8(34853, gpsAt, type: 18),
        data(700, xmp, type: 1),
      ] + more, at: firstAt, next: second == nil ? 0 : secondAt)
    let header = Array((isBigEndian ? "MM" : "II").utf8) + number(43, 2) + number(8, 2) + number(0, 2)
    return header + number(firstAt, 8) + [7, 200] + [UInt8](repeating: 0, count: 6) + exif + gps + page + first
  }
}
