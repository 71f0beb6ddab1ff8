import Imaging

/// A file format that photos are read from and written to.
public enum PhotoFormat: String, Sendable, Hashable, CaseIterable {
  /// HEIF with HEVC pictures (ISO/IEC 23008-12), as an iPhone writes it.
  case heic
  case jpeg
  case png

  /// The format that a file name's extension stands for: heic, heif, jpg, jpeg, png, in any case.
  public init?(pathExtension: String) {
    switch pathExtension.lowercased() {
    case "heic", "heif": self = .heic
    case "jpg", "jpeg": self = .jpeg
    case "png": self = .png
    default: return nil
    }
  }

  /// The format that a file's first bytes belong to. Twelve bytes are enough.
  public init?(signature bytes: some Collection<UInt8>) {
    let start = Array(bytes.prefix(12))
    if start.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if start.count >= 8, start[4..<8].elementsEqual("ftyp".utf8) {
      self = .heic
    } else {
      return nil
    }
  }
}
