/// EXIF with makers' notes that hold a place, made byte by byte as exiftool's tables describe them.
public enum MakerNoteBlocks {
  /// The name of the location, which occurs nowhere else.
  public static let place = "Zanzibarrow"

  private static let secret = Array("\(place)\0".utf8)
  /// Version, encoding, country, a number, 70 bytes of text.
  private static let nikonPlace = Array("0100\0XYZ\0".utf8) + secret + [UInt8](repeating: 0, count: 70 - secret.count)
  private static let other = Array("stays here\0\0".utf8)

  /// A directory with values behind it.
  private struct Directory {
    let bigEndian: Bool
    /// The offset that is added to the places of values.
    let base: Int

    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (bigEndian ? size - 1 - $0 : $0))) }
    }

    /// - Parameter place: the position of the directory.
    func bytes(_ entries: [(tag: Int, type: Int, value: [UInt8])], at place: Int) -> [UInt8] {
      var (directory, values) = (number(entries.count, 2), [UInt8]())
      let start = place + 2 + 12 * entries.count + 4
      for (tag, type, value) in entries {
        directory += number(tag, 2) + number(type, 2) + number(type == 4 ? value.count / 4 : value.count, 4)
        if value.count <= 4 {
          directory += value + [UInt8](repeating: 0, count: 4 - value.count)
        } else {
          directory += number(start + values.count - base, 4)
          values += value
        }
      }
      return directory + number(0, 4) + values
    }
  }

  /// EXIF with a make of 8 bytes, a model of 8 and a note; the note begins at byte 76.
  private static func exif(
    make: String, model: String = "Model 1", bigEndian: Bool = true, note: (_ place: Int) -> [UInt8]
  ) -> [UInt8] {
    let writer = Directory(bigEndian: bigEndian, base: 0)
    func text(_ word: String) -> [UInt8] { Array((Array(word.utf8) + [UInt8](repeating: 0, count: 8)).prefix(8)) }
    let first = writer.bytes(
      [(0x010F, 2, text(make)), (0x0110, 2, text(model)), (0x8769, 4, writer.number(66, 4))], at: 8)
    let place = 66 + 2 + 12 + 4
    let exif = writer.bytes([(0x927C, 7, note(place))], at: 66)
    return (bigEndian ? [0x4D, 0x4D, 0, 42] : [0x49, 0x49, 42, 0]) + writer.number(8, 4) + first + exif
  }

  private static let samsungEntries: [(Int, Int, [UInt8])] = [
    (0x01, 7, Array("0100".utf8)), (0x21, 2, other), (0x2F, 2, Array("GPS".utf8) + [0]), (0x30, 7, secret),
    (0x31, 2, secret), (0x33, 2, secret), (0xA001, 2, other),
  ]

  /// By what is special in each.
  public static let all: [String: [UInt8]] = [
    "Panasonic": exif(make: "Panason") { place in
      Array("Panasonic\0\0\0".utf8)
        + Directory(bigEndian: true, base: 0).bytes([(0x25, 7, other), (0x6D, 7, secret)], at: place + 12)
    },
    "Panasonic in the other byte order": exif(make: "Panason") { place in
      Array("Panasonic\0\0\0".utf8)
        + Directory(bigEndian: false, base: 0).bytes([(0x25, 7, other), (0x6D, 7, secret)], at: place + 12)
    },
    "Panasonic DC-FT7": exif(make: "Panason", model: "DC-FT7") { place in
      Array("Panasonic\0\0\0".utf8)
        + Directory(bigEndian: true, base: 12).bytes([(0x25, 7, other), (0x6D, 7, secret)], at: place + 12)
    },
    "Leica": exif(make: "LEICA", bigEndian: false) { place in
      Array("LEICA\0\0\0".utf8)
        + Directory(bigEndian: false, base: 0).bytes([(0x25, 7, other), (0x6F, 7, secret)], at: place + 8)
    },
    "Nikon": exif(make: "NIKON") { _ in
      Array("Nikon\0".utf8) + [2, 0x10, 0, 0, 0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
        + Directory(bigEndian: true, base: 0).bytes(
          [(0x08, 2, other), (0x39, 7, nikonPlace), (0xC3, 7, secret)], at: 8)
    },
    "Samsung, counted from the block": exif(make: "SAMSUNG") {
      Directory(bigEndian: true, base: 0).bytes(samsungEntries, at: $0)
    },
    "Samsung, counted from the note": exif(make: "SAMSUNG", bigEndian: false) {
      Directory(bigEndian: false, base: $0).bytes(samsungEntries, at: $0)
    },
    "Samsung in the other byte order": exif(make: "SAMSUNG") {
      Directory(bigEndian: false, base: $0).bytes(samsungEntries, at: $0)
    },
  ]
}
