import CHEIF

extension FormatDeclaration {
  /// HEIF with HEVC pictures (ISO/IEC 23008-12).
  static let heic = heif("HEIC", ["heic", "heif"], codec: .hevc, quality: 0.6)
  /// HEIF with AV1 pictures (AV1 Image File Format).
  static let avif = heif("AVIF", ["avif"], codec: .av1, quality: 0.8)

  private static func heif(
    _ name: String, _ pathExtensions: [String], codec: PictureCodec, quality: Double
  ) -> FormatDeclaration {
    FormatDeclaration(
      name: name, pathExtensions: pathExtensions, contents: Set(PhotoContent.allCases), keepsIPTCInEXIF: true,
      matches: { start in
        // Canon's RAW files are of the same family.
        start.count >= 8 && start[4..<8].elementsEqual("ftyp".utf8) && !start[8...].starts(with: "crx ".utf8)
          && isAV1(start) == (codec == .av1)
      },
      document: { bytes, file, limits throws(PhotoFileError) in
        do throws(HEIFError) {
          return .heif(try HEIFDocument(bytes, limits: limits))
        } catch {
          throw error.fileError(in: file)
        }
      },
      writing: Writing(quality: quality) { photo, options throws(PhotoFileError) in
        try HEIFWriter.data(for: photo, as: options)
      },
      codecs: { codecs(codec) })
  }

  /// AVIF is HEIF with a brand of AVIF; if the major brand does not name a codec, the compatible brands decide, within
  /// the available bytes.
  private static func isAV1(_ bytes: [UInt8]) -> Bool {
    let start = Array(bytes.prefix(256))
    let length = start[..<4].reduce(0) { $0 << 8 | Int($1) }
    let brands = stride(from: 8, to: max(8, min(length, start.count) - 3), by: 4)
      .filter { $0 != 12 }.map { String(decoding: start[$0..<$0 + 4], as: UTF8.self) }
    let isHEVC = ["heic", "heix", "heim", "heis", "hevc"]
    for brand in brands {
      if brand == "avif" || brand == "avis" { return true }
      if isHEVC.contains(brand) { return false }
    }
    return false
  }

  private static func codecs(_ codec: PictureCodec) -> [PhotoCodec] {
    let (decodes, decoder) = codec.findDecoder()
    let encodes = codec.canEncode
    return [
      PhotoCodec(
        name: "\(codec.name) decoder", isAvailable: decodes,
        detail: decodes ? decoder : "\(decoder): \(codec.decoderAdvice)"),
      PhotoCodec(
        name: "\(codec.name) encoder", isAvailable: encodes,
        detail: encodes
          ? codec.encoderVersion
          : "libheif \(String(cString: heif_get_version())) has none: install Debian's libheif1 with \(codec.encoderPackage)"
      ),
    ]
  }
}
