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

  /// The most bytes of a text, with its keyword, that is not taken for a picture after an edit that hides something.
  static let longest = 1024

  let kind: Kind
  /// The keyword, a zero byte, and the text.
  let data: [UInt8]

  /// A comment of a file of another format, in UTF-8 or Latin-1; nil for an empty one.
  init?(comment: [UInt8]) {
    // A zero byte would end it.
    let text = comment.filter { $0 != 0 }
    guard !text.isEmpty else { return nil }
    let isUnicode = text.contains { $0 >= 0x80 } && String(validating: text, as: UTF8.self) != nil
    kind = isUnicode ? .international : .latin
    data = Array((isUnicode ? "Comment\0\0\0\0\0" : "Comment\0").utf8) + text
  }

  init(kind: Kind, data: [UInt8]) {
    self.kind = kind
    self.data = data
  }

  /// Whether it may be a picture: it is long, or cannot be decompressed to tell.
  var mayBePicture: Bool {
    guard data.count <= Self.longest, let text = text(limit: Self.longest) else { return true }
    return keyword.count + 1 + text.count > Self.longest
  }

  /// Whether the text is compressed, or is damaged so that it may be.
  var isCompressed: Bool {
    switch kind {
    case .latin: false
    case .compressed: true
    case .international: data.dropFirst(keyword.count + 1).first != 0
    }
  }

  /// Whether it describes the file that was read, not the picture: the program that wrote the file, and its times by
  /// ImageMagick (`date:create` and the like).
  var describesFile: Bool {
    keyword.elementsEqual("Software".utf8) || keyword.starts(with: "date:".utf8)
  }

  private var keyword: ArraySlice<UInt8> { data.prefix { $0 != 0 } }

  /// The text, decompressed; nil if that is longer than a limit, or it is damaged.
  func text(limit: Int) -> [UInt8]? {
    let rest = data.dropFirst(keyword.count + 1)
    var compressed: ArraySlice<UInt8>
    switch kind {
    case .latin: return Array(rest)
    case .compressed:
      // The only method is 0.
      guard rest.first == 0 else { return nil }
      compressed = rest.dropFirst()
    case .international:
      guard let content = Self.international(rest) else { return rest.first == 1 ? nil : Array(rest) }
      guard content.isCompressed else { return Array(content.text) }
      compressed = content.text
    }
    return try? PNGCodec.inflate(compressed, limit: limit, "limit", what: name, file: "")
  }

  /// The text of an iTXt chunk.
  ///
  /// - Parameter rest: the chunk's data behind the keyword and its zero byte: whether the text is compressed, the
  ///   method, language, 0, translated keyword, 0, text.
  /// - Returns: nil if they are damaged.
  static func international(_ rest: ArraySlice<UInt8>) -> (text: ArraySlice<UInt8>, isCompressed: Bool)? {
    guard rest.count >= 2 else { return nil }
    var text = rest.dropFirst(2)
    for _ in 0..<2 {
      guard let zero = text.firstIndex(of: 0) else { return nil }
      text = text[(zero + 1)...]
    }
    return (text, rest.first == 1)
  }

  /// The keyword as messages show it.
  var name: String { Self.name(of: data[...]) }

  /// - Parameter data: a chunk's.
  static func name(of data: ArraySlice<UInt8>) -> String {
    let keyword = data.prefix(79).prefix { $0 != 0 }.filter { $0 >= 0x20 && !(0x7F..<0xA0).contains($0) }
    return "text '\(String(String.UnicodeScalarView(keyword.map { Unicode.Scalar($0) })))'"
  }

  /// The names of texts, each once; no more than a hundred.
  static func names(of texts: some Sequence<ArraySlice<UInt8>>) -> [String] {
    var names: [String] = []
    for data in texts {
      let text = name(of: data)
      // There are few; for a file full of them pairwise comparison would take too long.
      if names.count < 100, !names.contains(text) { names.append(text) }
    }
    return names
  }

  /// Whether it is one of ImageMagick's with EXIF, XMP or IPTC. They are not read, describe the picture as it was, and
  /// are not written.
  var isRawProfile: Bool { data.starts(with: "Raw profile type".utf8) }
}
