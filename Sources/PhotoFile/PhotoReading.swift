import FoundationEssentials
import Imaging

extension Photo {
  /// Reads a HEIC, AVIF, JPEG or PNG file; which of them it is, its first bytes say.
  ///
  /// A HEIC or AVIF file's orientation is that of its boxes, not of its EXIF. Of a JPEG the further pictures become auxiliary images that say in their XMP what they are.
  ///
  /// - Throws: `unreadable` if the file is missing, a folder or may not be read, `unknownFormat` if it is of none of the
  ///   formats, `malformed` if it is damaged or cut short, `limitExceeded` if it asks for more than `limits` allows,
  ///   `unsupported` and `codecMissing` if it uses what cannot be decoded here.
  public init(contentsOf url: URL, limits: ReadingLimits = .default) throws(PhotoFileError) {
    let file = url.path
    try self.init(data: try PhotoBytes.read(file, limits: limits), name: file, limits: limits)
  }

  /// Reads the bytes of a HEIC, AVIF, JPEG or PNG file.
  ///
  /// - Parameter name: what errors call the data.
  /// - Throws: as ``init(contentsOf:limits:)``, without `unreadable`.
  public init(data: [UInt8], name: String = "data", limits: ReadingLimits = .default) throws(PhotoFileError) {
    try limits.admit(bytes: data.count, file: name)
    switch PhotoFormat(signature: data) {
    case .heic, .avif: self = try HEIFReader.photo(from: data, file: name, limits: limits)
    case .jpeg: self = try JPEGReader.photo(from: data, file: name, limits: limits)
    case .png: self = try PNGReader.photo(from: data, file: name, limits: limits)
    case nil: throw .unknownFormat(file: name)
    }
    faces = FaceRegions.faces(in: metadata.xmp, storedSize: pixels.size, orientation: orientation)
  }
}

extension PhotoSummary {
  /// Reads what a HEIC, AVIF, JPEG or PNG file holds, without decoding a picture.
  ///
  /// - Throws: as ``Photo/init(contentsOf:limits:)``; damage that only decoding shows is not noticed.
  public init(contentsOf url: URL, limits: ReadingLimits = .default) throws(PhotoFileError) {
    let file = url.path
    try self.init(data: try PhotoBytes.read(file, limits: limits), name: file, limits: limits)
  }

  /// Reads what the bytes of a HEIC, AVIF, JPEG or PNG file hold, without decoding a picture.
  public init(data: [UInt8], name: String = "data", limits: ReadingLimits = .default) throws(PhotoFileError) {
    try limits.admit(bytes: data.count, file: name)
    let xmp: [UInt8]?
    switch PhotoFormat(signature: data) {
    case .heic, .avif:
      self = try HEIFReader.summary(of: data, file: name, limits: limits)
      xmp = try HEIFReader.metadata(from: data, file: name, limits: limits).xmp
    case .jpeg: (self, xmp) = try JPEGReader.summary(of: data, file: name, limits: limits)
    case .png: (self, xmp) = try PNGReader.summary(of: data, file: name, limits: limits)
    case nil: throw .unknownFormat(file: name)
    }
    faces = FaceRegions.faces(in: xmp, storedSize: size, orientation: orientation)
  }
}
