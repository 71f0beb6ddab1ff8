/// A file format that photos are read from and, except for read-only formats, written to.
public enum PhotoFormat: String, Sendable, Hashable, CaseIterable {
  /// HEIF with HEVC pictures (ISO/IEC 23008-12), as an iPhone writes it.
  case heic
  /// HEIF with AV1 pictures (AV1 Image File Format).
  case avif
  /// JPEG (ISO/IEC 10918-1), with auxiliary images as further pictures (CIPA DC-007).
  case jpeg
  /// PNG (ISO/IEC 15948), without auxiliary images.
  case png
  /// WebP (RFC 9649), lossy or lossless, without auxiliary images.
  case webP = "webp"
  /// TIFF 6.0, without auxiliary images; of several pages the first.
  case tiff
  /// JPEG XL (ISO/IEC 18181), lossy or lossless, without auxiliary images.
  case jpegXL = "jxl"
  /// GIF, read-only; of an animation the first frame.
  case gif
  /// Sensor data of cameras (DNG, CR2, CR3, NEF, ARW, RAF and others), read-only.
  case raw

  var declaration: FormatDeclaration {
    switch self {
    case .heic: .heic
    case .avif: .avif
    case .jpeg: .jpeg
    case .png: .png
    case .webP: .webP
    case .tiff: .tiff
    case .jpegXL: .jpegXL
    case .gif: .gif
    case .raw: .raw
    }
  }

  /// The format of a file name's extension, in any case.
  public init?(pathExtension: String) {
    let name = pathExtension.lowercased()
    guard let format = Self.allCases.first(where: { $0.pathExtensions.contains(name) }) else { return nil }
    self = format
  }

  /// The format of a file by its first bytes. Twelve bytes are enough to detect that a file is of a known format; more
  /// bytes determine the format more reliably.
  public init?(signature bytes: some Collection<UInt8>) {
    // An array is used without copying, so that a whole file is not copied.
    let start = bytes as? [UInt8] ?? Array(bytes.prefix(1 << 16))
    guard let format = Self.allCases.first(where: { $0.declaration.matches(start) }) else { return nil }
    self = format
  }

  /// The name as people write it.
  public var name: String { declaration.name }

  /// The extensions of file names, in lower case; written files get the first.
  public var pathExtensions: [String] { declaration.pathExtensions }

  /// The extension of files that are written.
  public var pathExtension: String { declaration.pathExtensions[0] }

  /// Whether files of the format can be written.
  public var isWritable: Bool { declaration.writing != nil }

  /// Whether the format supports a kind of content.
  public func holds(_ content: PhotoContent) -> Bool { declaration.contents.contains(content) }

  /// The default format of results from a photo of this format: this one, unless it is read-only.
  public var writtenFormat: PhotoFormat { isWritable ? self : declaration.substitute ?? .png }

  /// The names of some formats in a row, such as "HEIC, JPEG or PNG".
  package static func names(
    joinedBy word: String = "or", of isIncluded: (PhotoFormat) -> Bool = { _ in true }
  ) -> String {
    WordList.joined(allCases.filter(isIncluded).map(\.name), by: word)
  }

  /// The extensions of files that can be written, such as ".jpg, .jpeg or .png".
  package static var writtenExtensions: String {
    WordList.joined(allCases.filter(\.isWritable).flatMap(\.pathExtensions).map { ".\($0)" }, by: "or")
  }
}
