extension FormatDeclaration {
  /// GIF (87a and 89a), only read.
  static let gif = FormatDeclaration(
    name: "GIF", pathExtensions: ["gif"], contents: [.alpha, .xmp],
    matches: { $0.starts(with: "GIF87a".utf8) || $0.starts(with: "GIF89a".utf8) },
    document: { bytes, _, _ in .flat(bytes, GIFReader.self) }, substitute: .png,
    codecs: { [PictureLibrary.gif.codec] })
}
