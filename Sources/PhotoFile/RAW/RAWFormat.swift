extension FormatDeclaration {
  /// Sensor data of cameras supported by libraw; read-only.
  static let raw = FormatDeclaration(
    name: "RAW",
    pathExtensions: [
      "dng", "cr2", "cr3", "crw", "nef", "nrw", "arw", "srf", "sr2", "raf", "orf", "rw2", "rwl", "pef", "srw", "3fr",
      "erf", "kdc", "dcr", "mrw", "x3f", "iiq", "mef", "mos",
    ],
    contents: [.exif, .xmp, .iptc], matches: RAWSignature.matches,
    document: { bytes, _, _ in .flat(bytes, RAWReader.self) }, substitute: .jpeg,
    codecs: { [PictureLibrary.raw.codec] })
}
