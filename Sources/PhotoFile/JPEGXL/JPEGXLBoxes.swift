/// The boxes of a JPEG XL file (ISO/IEC 18181-2), for metadata that are removed or replaced while the coded picture
/// stays.
struct JPEGXLBoxes {
  private struct Box {
    let type: String
    /// The box with its header.
    let range: Range<Int>
    let contents: Range<Int>
  }

  static let signature: [UInt8] = [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]

  private let boxes: [Box]
  private let bytes: [UInt8]

  /// Nil for a codestream without boxes, which holds no metadata.
  init?(_ bytes: [UInt8], file: String) throws(PhotoFileError) {
    guard bytes.starts(with: Self.signature) else { return nil }
    self.bytes = bytes
    func number(_ position: Int, _ count: Int) -> Int {
      bytes[position..<position + count].reduce(0) { $0 << 8 | Int($1) }
    }
    var (boxes, position): ([Box], Int) = ([], 0)
    while position < bytes.count {
      guard position <= bytes.count - 8 else { throw Self.cut(file) }
      var (length, header) = (number(position, 4), 8)
      if length == 1 {
        guard position <= bytes.count - 16, bytes[position + 8] < 0x40 else { throw Self.cut(file) }
        (length, header) = (number(position + 8, 8), 16)
      } else if length == 0 {
        length = bytes.count - position
      }
      guard length >= header, length <= bytes.count - position else { throw Self.cut(file) }
      let type = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
      boxes.append(
        Box(type: type, range: position..<position + length, contents: position + header..<position + length))
      position += length
    }
    self.boxes = boxes
  }

  private static func cut(_ file: String) -> PhotoFileError {
    .malformed(file: file, reason: "a box is longer than the file")
  }

  /// Boxes that the picture needs.
  private static let needed: Set = ["JXL ", "ftyp", "jxlc", "jxlp", "jxll", "jxli"]
  /// Metadata, and what puts a JPEG together again, which holds them too.
  private static let replaced: Set = ["Exif", "xml ", "jbrd"]

  /// A box that is packed with Brotli has its original type in its first four bytes.
  private func meaning(of box: Box) -> String {
    box.type == "brob" && box.contents.count >= 4
      ? String(decoding: bytes[box.contents.prefix(4)], as: UTF8.self) : box.type
  }

  /// Types of boxes that may hold anything, each once.
  var unknownTypes: [String] {
    Set(boxes.map(meaning)).subtracting(Self.needed).subtracting(Self.replaced).sorted()
  }

  /// The coded picture without the boxes that it is divided into.
  var codestream: [UInt8] {
    boxes.flatMap { box -> ArraySlice<UInt8> in
      switch box.type {
      case "jxlc": bytes[box.contents]
      // A number comes first.
      case "jxlp": bytes[box.contents].dropFirst(4)
      default: []
      }
    }
  }

  /// The file with other EXIF and XMP.
  ///
  /// - Parameters:
  ///   - keepsUnknown: whether boxes that the picture does not need are kept. The data that restore a JPEG recoded as
  ///     JPEG XL are removed in any case, because they contain its metadata.
  ///   - codestream: the coded picture in one box; nil for the boxes that the file has.
  func file(exif: [UInt8]?, xmp: [UInt8]?, keepsUnknown: Bool, codestream: [UInt8]? = nil) -> [UInt8] {
    var result: [UInt8] = []
    var rest = codestream
    for box in boxes {
      let type = meaning(of: box)
      if Self.replaced.contains(type) { continue }
      if codestream != nil, ["jxlc", "jxlp"].contains(box.type) {
        if let picture = rest { result += Self.box("jxlc", picture) }
        rest = nil
        continue
      }
      // A box without a length can be followed by none.
      if Self.needed.contains(type) || keepsUnknown { result += Self.box(box.type, bytes[box.contents]) }
      if box.type == "ftyp" {
        if let exif { result += Self.box("Exif", [0, 0, 0, 0] + exif) }
        if let xmp { result += Self.box("xml ", xmp) }
      }
    }
    return result
  }

  private static func box(_ type: String, _ contents: some Collection<UInt8>) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let isLong = contents.count + 8 > Int(UInt32.max)
    let header = number(isLong ? 1 : contents.count + 8, 4) + Array(type.utf8)
    return header + (isLong ? number(contents.count + 16, 8) : []) + contents
  }
}
