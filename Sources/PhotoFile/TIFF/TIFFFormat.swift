extension FormatDeclaration {
  /// TIFF 6.0, which is written, and BigTIFF.
  static let tiff = FormatDeclaration(
    name: "TIFF", pathExtensions: ["tif", "tiff"], contents: [.alpha, .exif, .xmp, .iptc, .profile, .deepSamples],
    matches: { start in
      [[0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43]].contains(
        Array(start.prefix(4))) && !RAWSignature.matches(start)
    },
    document: { bytes, _, _ in .flat(bytes, TIFFReader.self) },
    writing: Writing(quality: 1) { photo, _ throws(PhotoFileError) in try TIFFWriter.data(for: photo) },
    codecs: { [PictureLibrary.tiff.codec] })
}
