import MatteKit
import SystemPackage

/// Whether a file is a photo or a movie.
package enum MediaKind: Sendable {
  case photo
  case movie

  /// Number of a file's first bytes that determine its kind.
  package static let signatureLength = 400

  private static let movieExtensions: Set = [
    "mp4", "m4v", "mov", "mkv", "webm", "avi", "mts", "m2ts", "ts", "mpg", "mpeg", "gif",
  ]
  /// Extensions that files of TypeScript have, too.
  private static let ambiguousExtensions: Set = ["ts", "mts"]
  /// The brands of HEIF and AVIF; other files of their family are movies.
  private static let photoBrands: Set = [
    "mif1", "mif2", "msf1", "heic", "heix", "heim", "heis", "hevc", "hevx", "avif", "avis", "MiHE", "MiHB",
    "crx ",
  ]
  /// The first boxes of QuickTime movies that state no brand.
  static let movieBoxes: Set = ["moov", "mdat", "wide", "free", "skip", "pnot"]

  /// The kind of media of an extension, in upper or lower case; nil if it is neither.
  package init?(pathExtension: String) {
    // GIF is both: a photo with one frame, or with several if a photo is requested.
    if Self.movieExtensions.contains(pathExtension.lowercased()) {
      self = .movie
    } else if PhotoFormat(pathExtension: pathExtension) != nil {
      self = .photo
    } else {
      return nil
    }
  }

  /// The kind of media by a file's first bytes; nil if it is neither. It recognizes all movies that scans search for.
  ///
  /// - Parameter start: the first ``signatureLength`` bytes, or all of a shorter file.
  package init?(signature start: [UInt8]) {
    if let format = PhotoFormat(signature: start), format != .gif {
      let brand = start.count >= 12 ? Self.text(start[8..<12]) : "mif1"
      let isFamily = start.count >= 8 && Self.text(start[4..<8]) == "ftyp"
      self = isFamily && !Self.photoBrands.contains(brand) ? .movie : .photo
    } else if Self.isMovie(start) {
      self = .movie
    } else {
      return nil
    }
  }

  /// The kind of media of a file: by its name, unless its first bytes indicate another one; nil if it is neither.
  ///
  /// A file that cannot be read, or is damaged, is what its name says; one with an extension shared by other kinds of
  /// files is a movie only if its first bytes match.
  ///
  /// - Parameter isPhotoWanted: whether an animated GIF is represented by its first frame.
  init?(of file: FilePath, isPhotoWanted: Bool = false) {
    let ext = file.extension ?? ""
    let named = Self(pathExtension: ext)
    let start = Self.start(of: file)
    if let start, PhotoFormat(signature: start) == .gif {
      self = isPhotoWanted || Self.isSingleFrame(file) ? .photo : .movie
      return
    }
    let found = start.flatMap(Self.init(signature:))
    if let kind = found ?? (Self.ambiguousExtensions.contains(ext.lowercased()) ? nil : named) {
      self = kind
    } else {
      return nil
    }
  }

  /// Whether a scan includes a file, by its name; files with ambiguous names are opened.
  static func isScanned(_ file: FilePath) -> Bool {
    guard let ext = file.extension, Self(pathExtension: ext) != nil else { return false }
    return !ambiguousExtensions.contains(ext.lowercased()) || Self(of: file) != nil
  }

  /// Whether a GIF has one frame. One that is damaged, or too long to determine, is a movie.
  package static func isSingleFrame(_ file: FilePath) -> Bool {
    for length in [1 << 16, 1 << 24] {
      guard let bytes = try? PlainFile.read(file, atMost: length) else { return false }
      if let areSeveral = GIFFrames.areSeveral(in: bytes) { return !areSeveral }
      if bytes.count < length { return false }
    }
    return false
  }

  /// The first bytes of a regular file; nil if it is none, or cannot be read.
  static func start(of file: FilePath) -> [UInt8]? {
    guard (try? file.stat())?.type == .regular else { return nil }
    return try? PlainFile.read(file, atMost: signatureLength)
  }

  private static func isMovie(_ start: [UInt8]) -> Bool {
    if start.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return true }  // Matroska, WebM
    if start.starts(with: "GIF87a".utf8) || start.starts(with: "GIF89a".utf8) { return true }
    if start.starts(with: [0, 0, 1, 0xBA]) || start.starts(with: [0, 0, 1, 0xB3]) { return true }  // MPEG
    guard start.count >= 12 else { return false }
    if start.starts(with: "RIFF".utf8) { return text(start[8..<12]) == "AVI " }
    return movieBoxes.contains(text(start[4..<8])) || isTransportStream(start)
  }

  /// Whether packets of 188 bytes begin with the sync byte; in AVCHD it follows four bytes of timecode.
  private static func isTransportStream(_ start: [UInt8]) -> Bool {
    [(0, 188), (4, 192)].contains { first, length in
      start.count > first + length && start[first] == 0x47 && start[first + length] == 0x47
    }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
