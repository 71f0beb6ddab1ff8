extension FormatDeclaration {
  /// WebP (RFC 9649), still pictures.
  static let webP = FormatDeclaration(
    name: "WebP", pathExtensions: ["webp"], contents: [.alpha, .exif, .xmp, .iptc, .profile], keepsIPTCInEXIF: true,
    matches: { start in
      start.count >= 12 && start.starts(with: "RIFF".utf8) && start[8..<12].elementsEqual("WEBP".utf8)
    },
    document: { bytes, _, _ in .flat(bytes, WebPReader.self) },
    writing: Writing(quality: 0.8) { photo, options throws(PhotoFileError) in
      try WebPWriter.data(for: photo, as: options)
    },
    codecs: { [PictureLibrary.webP.codec] })
}
