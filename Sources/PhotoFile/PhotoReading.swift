import FoundationEssentials
import Imaging

extension Photo {
  /// Reads a file of any ``PhotoFormat``, which is detected by the first bytes.
  ///
  /// The orientation of a HEIC or AVIF file is that of its boxes, not of its EXIF. Further pictures of a JPEG become
  /// auxiliary images if their XMP states a type.
  ///
  /// - Parameters:
  ///   - url: a local file.
  ///   - options: the part to read, its size, and the limits.
  ///
  /// - Throws: `unreadable` if the file is missing, a folder or may not be read, `unknownFormat` if it is of none of
  ///   the formats, `malformed` if it is damaged or truncated, `limitExceeded` if it exceeds the options' limits,
  ///   `emptyRegion` if the requested region lies outside the picture, `unsupported` and `codecMissing` if it cannot be
  ///   decoded here.
  public init(contentsOf url: URL, options: ReadingOptions = .default) throws(PhotoFileError) {
    try self.init(data: try PhotoBytes.read(url, limits: options.limits), name: url.shownPath, options: options)
  }

  /// Reads the bytes of a file of any ``PhotoFormat``.
  ///
  /// - Parameters:
  ///   - data: the whole file.
  ///   - name: the name of the data in errors.
  ///   - options: the part to read, its size, and the limits.
  /// - Throws: the errors of ``init(contentsOf:options:)`` without `unreadable`.
  public init(data: [UInt8], name: String = "data", options: ReadingOptions = .default) throws(PhotoFileError) {
    try options.limits.admit(bytes: data.count, file: name)
    let extent: ReadingExtent
    let document = try PhotoDocument(data, file: name, limits: options.limits)
    switch document {
    case .heif(let document): (self, extent) = try HEIFReader.photo(from: document, file: name, options: options)
    case .jpeg(let document): (self, extent) = try JPEGReader.photo(from: document, file: name, options: options)
    case .flat(let data, let reader): (self, extent) = try reader.photo(from: data, file: name, options: options)
    }
    let recorded = FaceRegions.faces(in: metadata.xmp, storedSize: extent.whole, orientation: orientation)
    faces = extent.faces(recorded, orientation: orientation)
    edits.value.hasStaleThumbnails = false
    edits.value.hasStaleGainMap = false
    if extent.isWhole, !extent.isReduced { retainSource(document, file: name, options: options) }
  }
}

extension PhotoSummary {
  /// Reads a summary of a file of any ``PhotoFormat``, without decoding a picture.
  ///
  /// - Throws: the errors of ``Photo/init(contentsOf:options:)``. Damage of coded data is not detected.
  public init(contentsOf url: URL, limits: ReadingLimits = .default) throws(PhotoFileError) {
    try self.init(data: try PhotoBytes.read(url, limits: limits), name: url.shownPath, limits: limits)
  }

  /// Reads a summary of the bytes of a file of any ``PhotoFormat``, without decoding a picture.
  ///
  /// - Parameter name: the name of the data in errors.
  /// - Throws: the errors of ``init(contentsOf:limits:)`` without `unreadable`.
  public init(data: [UInt8], name: String = "data", limits: ReadingLimits = .default) throws(PhotoFileError) {
    try limits.admit(bytes: data.count, file: name)
    self = try PhotoSummary(of: try PhotoDocument(data, file: name, limits: limits), file: name, limits: limits)
  }

  /// - Parameter file: the name of the file in errors.
  init(of document: PhotoDocument, file: String, limits: ReadingLimits) throws(PhotoFileError) {
    let xmp: [UInt8]?
    switch document {
    case .heif(let document): (self, xmp) = try HEIFReader.summary(of: document, file: file, limits: limits)
    case .jpeg(let document): (self, xmp) = try JPEGReader.summary(of: document, file: file, limits: limits)
    case .flat(let data, let reader): (self, xmp) = try reader.summary(of: data, file: file, limits: limits)
    }
    faces = FaceRegions.faces(in: xmp, storedSize: size, orientation: orientation)
    addFurtherItems(of: document, file: file, limits: limits)
  }
}
