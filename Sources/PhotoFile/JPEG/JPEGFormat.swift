extension FormatDeclaration {
  /// JPEG (ISO/IEC 10918-1), with auxiliary images as further pictures (CIPA DC-007).
  static let jpeg = FormatDeclaration(
    name: "JPEG", pathExtensions: ["jpg", "jpeg"], contents: [.auxiliaryImages, .exif, .xmp, .iptc, .profile],
    matches: { $0.starts(with: [0xFF, 0xD8, 0xFF]) },
    document: { bytes, file, limits throws(PhotoFileError) in
      .jpeg(try JPEGDocument(bytes, file: file, limits: limits))
    },
    writing: Writing(quality: 0.85) { photo, options throws(PhotoFileError) in
      try JPEGWriter.data(for: photo, quality: options.quality)
    },
    codecs: { [PhotoCodec(name: "JPEG", isAvailable: true, detail: "libjpeg-turbo, linked")] })
}
