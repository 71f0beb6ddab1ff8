/// A text of a PNG besides XMP, in its chunk (ISO/IEC 15948, 11.3.4): title, author, comment, a generator's parameters.
struct PNGText: Sendable, Hashable {
  enum Kind: Sendable, CaseIterable {
    case latin, compressed, international

    /// The name of its chunks.
    var chunk: StaticString {
      switch self {
      case .latin: "tEXt"
      case .compressed: "zTXt"
      case .international: "iTXt"
      }
    }
  }

  let kind: Kind
  /// The keyword, a zero byte, and the text.
  let data: [UInt8]

  /// Whether it is so long that it may be a picture.
  var mayBePicture: Bool { data.count > 1024 }

  /// The keyword as messages show it.
  var name: String { Self.name(of: data[...]) }

  /// - Parameter data: a chunk's.
  static func name(of data: ArraySlice<UInt8>) -> String {
    let keyword = data.prefix(79).prefix { $0 != 0 }.filter { $0 >= 0x20 && !(0x7F..<0xA0).contains($0) }
    return "text '\(String(String.UnicodeScalarView(keyword.map { Unicode.Scalar($0) })))'"
  }

  /// Whether it is one of ImageMagick's with EXIF, XMP or IPTC. They are not read, describe the picture as it was, and
  /// are not written.
  var isRawProfile: Bool { data.starts(with: "Raw profile type".utf8) }
}
