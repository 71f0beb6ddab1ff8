extension FormatDeclaration {
  /// JPEG XL (ISO/IEC 18181), as a codestream or in boxes.
  static let jpegXL = FormatDeclaration(
    name: "JPEG XL", pathExtensions: ["jxl"],
    contents: [.alpha, .orientation, .exif, .xmp, .iptc, .profile, .deepSamples, .highDynamicRange],
    keepsIPTCInEXIF: true,
    matches: { $0.starts(with: [0xFF, 0x0A]) || $0.starts(with: JPEGXLBoxes.signature) },
    document: { bytes, _, _ in .flat(bytes, JPEGXLReader.self) },
    writing: Writing(quality: 0.9) { photo, options throws(PhotoFileError) in
      try JPEGXLWriter.data(for: photo, as: options)
    },
    codecs: { [PictureLibrary.jpegXL.codec] })
}
