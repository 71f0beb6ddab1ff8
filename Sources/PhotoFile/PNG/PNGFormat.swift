extension FormatDeclaration {
  /// PNG (ISO/IEC 15948).
  static let png = FormatDeclaration(
    name: "PNG", pathExtensions: ["png"],
    contents: [.alpha, .exif, .xmp, .iptc, .profile, .deepSamples, .highDynamicRange],
    keepsIPTCInEXIF: true, keepsTexts: true,
    matches: { $0.starts(with: PNGChunks.signature) },
    document: { bytes, _, _ in .flat(bytes, PNGReader.self) },
    writing: Writing(quality: 1) { photo, _ throws(PhotoFileError) in try PNGWriter.data(for: photo) },
    codecs: { [PhotoCodec(name: "PNG", isAvailable: true, detail: "libpng, linked")] })
}
