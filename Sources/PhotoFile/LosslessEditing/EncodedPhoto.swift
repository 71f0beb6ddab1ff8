import FoundationEssentials
import Imaging

/// A photo's file with coded pictures, for lossless editing: auxiliary images and metadata can be added and removed,
/// and all other bytes are unchanged. A value that may be passed between threads.
///
/// For HEIC, AVIF and JPEG. All items, references, groups, properties and boxes of a HEIF file that are not removed are
/// kept, known or not, and all segments, further pictures and trailing data of a JPEG.
public struct EncodedPhoto: Sendable {
  enum Body: Sendable {
    case heif(HEIFDocument)
    case jpeg(JPEGDocument)
  }

  /// The name of the file in errors.
  let name: String
  let limits: ReadingLimits
  var body: Body

  /// The format of the file, for reading and writing.
  public let format: PhotoFormat
  /// The photo's size in pixels, as stored.
  public let size: PixelSize
  /// The orientation of the stored pixels.
  public let orientation: Orientation

  /// Reads a HEIC, AVIF or JPEG file.
  ///
  /// - Throws: `unreadable`, `unknownFormat`, `malformed` and `limitExceeded` as ``Photo/init(contentsOf:options:)``;
  ///   `unsupported` for other formats, and for a file that cannot be written again without loss.
  public init(contentsOf url: URL, limits: ReadingLimits = .default) throws(PhotoFileError) {
    try self.init(data: try PhotoBytes.read(url, limits: limits), name: url.shownPath, limits: limits)
  }

  /// Reads the bytes of a HEIC, AVIF or JPEG file.
  ///
  /// - Parameter name: the name of the data in errors.
  /// - Throws: the errors of ``init(contentsOf:limits:)`` without `unreadable`.
  public init(data: [UInt8], name: String = "data", limits: ReadingLimits = .default) throws(PhotoFileError) {
    func refusal(_ format: PhotoFormat) -> PhotoFileError {
      .unsupported(
        file: name,
        reason: "\(format.name) does not support auxiliary images; only "
          + "\(PhotoFormat.names(joinedBy: "and") { $0.holds(.auxiliaryImages) }) do")
    }
    if let format = PhotoFormat(signature: data), !format.holds(.auxiliaryImages) { throw refusal(format) }
    try limits.admit(bytes: data.count, file: name)
    let document = try PhotoDocument(data, file: name, limits: limits)
    let summary = try PhotoSummary(of: document, file: name, limits: limits)
    try limits.admit(summary.size, file: name)
    self.name = name
    self.limits = limits
    format = summary.format
    size = summary.size
    orientation = summary.orientation
    do throws(PhotoFileError) {
      switch document {
      case .flat: throw refusal(summary.format)
      case .jpeg(let document): body = .jpeg(try document.editable(file: name))
      case .heif(let document):
        do throws(HEIFError) {
          body = .heif(try document.editable())
        } catch {
          throw error.fileError(in: name)
        }
      }
    } catch {
      guard case .malformed(let file, let reason) = error else { throw error }
      // What is damaged need not be the picture, which other parts of the library may read.
      throw .malformed(file: file, reason: "\(reason); decode its picture, and write that to a new file")
    }
  }

  /// The auxiliary images, including those that cannot be decoded here. Images without a type, and encrypted ones, are
  /// omitted.
  public var auxiliaryImages: [EncodedAuxiliaryImage] {
    switch body {
    case .heif(let document):
      document.auxiliaryIDs.compactMap { (try? document.encodedImage($0, orientation: orientation)) ?? nil }
    case .jpeg(let document):
      document.further.compactMap {
        (try? $0.picture.auxiliaryImage(orientation: orientation, file: name, limits: limits)) ?? nil
      }
    }
  }

  /// The first auxiliary image of a type.
  public func auxiliary(_ type: AuxiliaryImageType) -> EncodedAuxiliaryImage? {
    auxiliaryImages.first { $0.type == type }
  }

  /// Adds an auxiliary image in place of those of its type. Its coded bytes are unchanged.
  ///
  /// - Throws: `unsupported` if it is coded for another format, or its stored orientation is not the photo's: in that
  ///   case decode it, rotate it, and add the ``AuxiliaryImage``.
  public mutating func add(_ image: EncodedAuxiliaryImage) throws(PhotoFileError) {
    guard image.format == format else {
      throw .unsupported(
        file: name, reason: "an image \(image.type.rawValue) that is coded for \(image.format.rawValue)")
    }
    guard image.orientation == orientation else {
      throw .unsupported(file: name, reason: "an image \(image.type.rawValue) that is stored in another orientation")
    }
    try remove([image.type])
    switch (body, image.body) {
    case (.heif(var document), .heif(let tree)):
      document.addAuxiliary(
        tree, type: image.type, xmp: image.xmp, gainMap: image.gainMap, orientation: orientation)
      document.updateToneMapBrand()
      body = .heif(document)
    case (.jpeg(var document), .jpeg(let picture)):
      document.add(picture)
      if image.type.isGainMap { try document.describeGainMap() }
      body = .jpeg(document)
    default: throw .unsupported(file: name, reason: "an image \(image.type.rawValue) of another kind of file")
    }
  }

  /// Codes an auxiliary image in the photo's stored frame and adds it in place of those of its type. An unchanged image
  /// from a file of the same format keeps its coded form.
  ///
  /// - Throws: `encodingFailed` if the format does not support the image, `codecMissing`.
  public mutating func add(_ image: AuxiliaryImage) throws(PhotoFileError) {
    let coded = try EncodedAuxiliaryImage(image, for: format)
    try add(coded.settingOrientation(orientation))
  }

  /// Removes the auxiliary images of some types, with those derived from them.
  ///
  /// - Throws: `unsupported` if the picture itself is derived from one.
  public mutating func remove(_ types: Set<AuxiliaryImageType>) throws(PhotoFileError) {
    try removeImages { types.contains($0) }
  }

  /// Removes parts of the file. The photo's pixels, orientation and colour profile are unchanged.
  ///
  /// If locations or serial numbers are removed, data of unknown use (segments, boxes, data after the pictures) are
  /// refused, and signatures (C2PA) are removed: they do not match the new bytes, and record how the file was made.
  ///
  /// - Parameters:
  ///   - parts: the parts to remove.
  ///   - keepingUnknown: whether data that cannot be searched are kept, instead of an error.
  /// - Returns: the contents that were found and removed, and of kind `unknown` those that could not be searched.
  /// - Throws: `unsupported` if the picture itself is derived from a removed part, `notSearchable`.
  @discardableResult
  public mutating func strip(
    _ parts: Set<StripPart>, keepingUnknown: Bool = false
  ) throws(PhotoFileError) -> [SensitiveContent] {
    var changed = self
    try changed.removeImages { type in parts.contains { $0.includes(type) } }
    let record: RemovalRecord
    switch changed.body {
    case .heif(var document):
      record = try HEIFStripping.strip(parts, from: &document, file: name)
      changed.body = .heif(document)
    case .jpeg(var document):
      record = try JPEGStripping.strip(
        parts, from: &document, orientation: orientation, file: name, limits: limits)
      // Readers of Ultra HDR search for the gain map in the picture's XMP.
      if parts.contains(.metadata) { try document.describeGainMap() }
      changed.body = .jpeg(document)
    }
    try record.check(keepingUnknown: keepingUnknown, file: name)
    self = changed
    return record.contents
  }

  /// The file's bytes.
  ///
  /// - Throws: `encodingFailed` if a JPEG's index cannot represent all pictures.
  public func data() throws(PhotoFileError) -> [UInt8] {
    switch body {
    case .heif(let document): document.file()
    case .jpeg(let document): try document.file()
    }
  }

  /// Writes the file, completely or not at all.
  ///
  /// - Parameter overwriting: whether an existing file, which may be the source, is replaced.
  /// - Throws: the errors of ``Photo/write(to:as:overwriting:)``.
  public func write(to url: URL, overwriting: Bool = false) throws(PhotoFileError) {
    let output = try AtomicFile(url, overwriting: overwriting)
    try output.write(try data())
  }

  private mutating func removeImages(where isUnwanted: (AuxiliaryImageType) -> Bool) throws(PhotoFileError) {
    switch body {
    case .heif(var document):
      do throws(HEIFError) {
        let ids = document.auxiliaryIDs.filter { document.auxiliaryType(of: $0).map(isUnwanted) ?? false }
        try document.remove(ids)
        if isUnwanted(.isoGainMap) { document.updateToneMapBrand() }
      } catch {
        throw error.fileError(in: name)
      }
      body = .heif(document)
    case .jpeg(var document):
      document.further.removeAll { entry in
        entry.picture.auxiliaryType(file: name, limits: limits).map(isUnwanted) ?? false
      }
      if isUnwanted(.isoGainMap) { try document.describeGainMap() }
      body = .jpeg(document)
    }
  }

  /// The photo's own picture, if it is marked as an auxiliary image of another.
  func pictureAsAuxiliaryImage() throws(PhotoFileError) -> EncodedAuxiliaryImage? {
    switch body {
    case .heif(let document):
      do throws(HEIFError) {
        return try document.encodedImage(document.primaryID, orientation: orientation)
      } catch {
        throw error.fileError(in: name)
      }
    case .jpeg(let document):
      return try document.primary.auxiliaryImage(orientation: orientation, file: name, limits: limits)
    }
  }
}

extension EncodedAuxiliaryImage {
  /// The same coded image with another stored orientation. The samples are unchanged.
  public func settingOrientation(_ orientation: Orientation) -> EncodedAuxiliaryImage {
    EncodedAuxiliaryImage(
      type: type, size: size, bitsPerComponent: bitsPerComponent, componentCount: componentCount, xmp: xmp,
      gainMap: gainMap, orientation: orientation, body: body)
  }
}
