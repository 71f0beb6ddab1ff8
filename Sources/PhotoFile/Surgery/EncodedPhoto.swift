import FoundationEssentials
import Imaging

/// A photo's file whose pictures stay coded: auxiliary images and metadata can be taken out and put in, and all other
/// bytes stay as they are. A value that may be passed between threads.
///
/// HEIC, AVIF and JPEG. Of a HEIF file all items, references, groups, properties and boxes that are not taken out stay,
/// known or not; of a JPEG all segments, further pictures and what follows them.
public struct EncodedPhoto: Sendable {
  enum Body: Sendable {
    case heif(HEIFDocument)
    case jpeg(JPEGDocument)
  }

  /// What errors call the file.
  let name: String
  let limits: ReadingLimits
  var body: Body

  /// The kind of file that it is, and is written as.
  public let format: PhotoFormat
  /// The photo's size in pixels, as stored.
  public let size: PixelSize
  /// How the stored pixels are to be turned for a viewer.
  public let orientation: Orientation

  /// Reads a HEIC, AVIF or JPEG file.
  ///
  /// - Throws: `unreadable`, `unknownFormat`, `malformed` and `limitExceeded` as ``Photo/init(contentsOf:limits:)``;
  ///   `unsupported` for PNG, and for a file that could not be put together again without loss.
  public init(contentsOf url: URL, limits: ReadingLimits = .default) throws(PhotoFileError) {
    let file = url.path
    try self.init(data: try PhotoBytes.read(file, limits: limits), name: file, limits: limits)
  }

  /// Reads the bytes of a HEIC, AVIF or JPEG file.
  ///
  /// - Parameter name: what errors call the data.
  public init(data: [UInt8], name: String = "data", limits: ReadingLimits = .default) throws(PhotoFileError) {
    if PhotoFormat(signature: data) == .png {
      throw .unsupported(file: name, reason: "PNG has no place for auxiliary images; only HEIC, AVIF and JPEG have")
    }
    try limits.admit(bytes: data.count, file: name)
    let document = try PhotoDocument(data, file: name, limits: limits)
    let summary = try PhotoSummary(of: document, file: name, limits: limits)
    try limits.admit(summary.size, file: name)
    self.name = name
    self.limits = limits
    format = summary.format
    size = summary.size
    orientation = summary.orientation
    switch document {
    case .png: throw .unknownFormat(file: name)
    case .jpeg(let document): body = .jpeg(try document.editable(file: name))
    case .heif(let document):
      do throws(HEIFFault) {
        body = .heif(try document.editable())
      } catch {
        throw error.error(in: name)
      }
    }
  }

  /// The auxiliary images, also those that cannot be decoded here; without those that do not say what they are, or could
  /// not be put into another file.
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

  /// Puts an auxiliary image in, in place of those of its type.
  ///
  /// - Throws: `unsupported` if it is coded for another kind of file, or stored turned otherwise than the photo: decode it
  ///   then, turn it, and add the ``AuxiliaryImage``.
  public mutating func add(_ image: EncodedAuxiliaryImage) throws(PhotoFileError) {
    guard image.format == format else {
      throw .unsupported(
        file: name, reason: "an image \(image.type.rawValue) that is coded for \(image.format.rawValue)")
    }
    guard image.orientation == orientation else {
      throw .unsupported(file: name, reason: "an image \(image.type.rawValue) that is stored turned otherwise")
    }
    try remove([image.type])
    switch (body, image.body) {
    case (.heif(var document), .heif(let tree)):
      document.addAuxiliary(tree, type: image.type, xmp: image.xmp, orientation: orientation)
      body = .heif(document)
    case (.jpeg(var document), .jpeg(let picture)):
      document.add(picture)
      body = .jpeg(document)
    default: throw .unsupported(file: name, reason: "an image \(image.type.rawValue) of another kind of file")
    }
  }

  /// Codes an auxiliary image, in the photo's stored frame, and puts it in, in place of those of its type. One that was
  /// read from a file of the same kind is put in as it was coded there.
  public mutating func add(_ image: AuxiliaryImage) throws(PhotoFileError) {
    let coded = try EncodedAuxiliaryImage(image, for: format)
    try add(coded.relabelled(orientation: orientation))
  }

  /// Takes the auxiliary images of some types out.
  public mutating func remove(_ types: Set<AuxiliaryImageType>) throws(PhotoFileError) {
    try removeImages { types.contains($0) }
  }

  /// Takes parts of the file out. The photo's pixels, orientation and colour profile stay as they are.
  ///
  /// - Throws: `unsupported` if the picture itself is derived from what is to go, or if places are to be taken out of
  ///   metadata that cannot be parsed.
  public mutating func strip(_ parts: Set<StripPart>) throws(PhotoFileError) {
    try removeImages { type in parts.contains { $0.includes(type) } }
    switch body {
    case .heif(var document):
      try HEIFStripping.strip(parts, from: &document, file: name, limits: limits)
      body = .heif(document)
    case .jpeg(var document):
      try JPEGStripping.strip(parts, from: &document, orientation: orientation, file: name, limits: limits)
      body = .jpeg(document)
    }
  }

  /// The file's bytes.
  public func data() throws(PhotoFileError) -> [UInt8] {
    switch body {
    case .heif(let document): document.file()
    case .jpeg(let document): try document.file()
    }
  }

  /// Writes the file: whole, or not at all.
  ///
  /// - Parameter overwriting: whether a file of that name, which may be the one that was read, is replaced.
  /// - Throws: as ``Photo/write(to:as:overwriting:)``.
  public func write(to url: URL, overwriting: Bool = false) throws(PhotoFileError) {
    let output = try AtomicFile(url, overwriting: overwriting)
    try output.write(try data())
  }

  private mutating func removeImages(where isUnwanted: (AuxiliaryImageType) -> Bool) throws(PhotoFileError) {
    switch body {
    case .heif(var document):
      do throws(HEIFFault) {
        let ids = document.auxiliaryIDs.filter { document.auxiliaryType(of: $0).map(isUnwanted) ?? false }
        try document.remove(ids)
      } catch {
        throw error.error(in: name)
      }
      body = .heif(document)
    case .jpeg(var document):
      document.further.removeAll { entry in
        entry.picture.auxiliaryType(file: name, limits: limits).map(isUnwanted) ?? false
      }
      body = .jpeg(document)
    }
  }

  /// The photo's own picture, if it says that it is an auxiliary image of another.
  func pictureAsAuxiliaryImage() throws(PhotoFileError) -> EncodedAuxiliaryImage? {
    switch body {
    case .heif(let document):
      do throws(HEIFFault) {
        return try document.encodedImage(document.primaryID, orientation: orientation)
      } catch {
        throw error.error(in: name)
      }
    case .jpeg(let document):
      return try document.primary.auxiliaryImage(orientation: orientation, file: name, limits: limits)
    }
  }
}

extension EncodedAuxiliaryImage {
  /// The same coded image, said to be stored in the frame of a photo with another orientation; no sample moves.
  public func relabelled(orientation: Orientation) -> EncodedAuxiliaryImage {
    EncodedAuxiliaryImage(
      type: type, size: size, bitsPerComponent: bitsPerComponent, componentCount: componentCount, xmp: xmp,
      orientation: orientation, body: body)
  }
}
