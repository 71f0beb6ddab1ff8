/// A file format that photos are read from and written to.
public enum PhotoFormat: String, Sendable, Hashable, CaseIterable {
  /// HEIF with HEVC pictures (ISO/IEC 23008-12), as an iPhone writes it.
  case heic
  /// HEIF with AV1 pictures (AV1 Image File Format).
  case avif
  /// JPEG (ISO/IEC 10918-1), with auxiliary images as further pictures (CIPA DC-007).
  case jpeg
  /// PNG (ISO/IEC 15948), without auxiliary images.
  case png

  /// The format that a file name's extension stands for: heic, heif, avif, jpg, jpeg, png, in any case.
  public init?(pathExtension: String) {
    switch pathExtension.lowercased() {
    case "heic", "heif": self = .heic
    case "avif": self = .avif
    case "jpg", "jpeg": self = .jpeg
    case "png": self = .png
    default: return nil
    }
  }

  /// The format that a file's first bytes belong to. Twelve bytes are enough to tell HEIF, JPEG and PNG apart.
  ///
  /// AVIF is HEIF that goes by a brand of AVIF; where a file goes by a brand that says nothing of codecs, its
  /// compatible brands count, as far as `bytes` reach.
  public init?(signature bytes: some Collection<UInt8>) {
    let start = Array(bytes.prefix(12))
    if start.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if start.count >= 8, start[4..<8].elementsEqual("ftyp".utf8) {
      self = Self.isAVIF(Array(bytes.prefix(256))) ? .avif : .heic
    } else {
      return nil
    }
  }

  private static func isAVIF(_ start: [UInt8]) -> Bool {
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
}
