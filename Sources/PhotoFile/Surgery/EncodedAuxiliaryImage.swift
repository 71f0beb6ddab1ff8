import FoundationEssentials
import Imaging

/// An auxiliary image as it is coded in a file: it can be put into another file of the same kind as it is.
public struct EncodedAuxiliaryImage: Sendable, Hashable {
  enum Body: Sendable, Hashable {
    case heif(CodedItemTree)
    /// Without the index that leads to other pictures of its file.
    case jpeg(JPEGPicture)
  }

  public let type: AuxiliaryImageType
  /// In pixels, as stored.
  public let size: PixelSize
  public let bitsPerComponent: Int
  /// 1 for gray, 3 for colour.
  public let componentCount: Int
  /// The image's own XMP packet, if it has one.
  public let xmp: [UInt8]?
  /// How the stored image is to be turned to stand upright: as the photo that it belongs to.
  public let orientation: Orientation
  let body: Body

  /// The kind of file that the image is coded for.
  public var format: PhotoFormat {
    switch body {
    case .heif(let tree): tree.format
    case .jpeg: .jpeg
    }
  }

  /// The bytes of the coded image, its tiles included.
  public var byteCount: Int {
    switch body {
    case .heif(let tree): tree.items.reduce(0) { $0 + ($1.data?.count ?? 0) }
    case .jpeg(let picture): picture.byteCount
    }
  }

  /// Codes an image for a kind of file as a photo of that kind would be written; an image that was read from such a file,
  /// and not changed, as it was there.
  ///
  /// - Throws: `encodingFailed` if the kind of file cannot hold the image, `codecMissing`.
  public init(_ image: AuxiliaryImage, for format: PhotoFormat) throws(PhotoFileError) {
    switch format {
    case .png: throw .encodingFailed(format: format, reason: "there is no place for auxiliary images in it")
    case .heic, .avif: self = try HEIFAuxiliaryEncoder.encodedImage(image, for: format)
    case .jpeg:
      let picture = try JPEGWriter.picture(for: image)
      guard let coded = try picture.auxiliaryImage(orientation: .up, file: "the coded image", limits: .default) else {
        throw .encodingFailed(format: format, reason: "the image \(image.type.rawValue) was left out")
      }
      self = coded
    }
  }

  /// An image that is items of a HEIF file.
  init(_ tree: CodedItemTree, type: AuxiliaryImageType, xmp: [UInt8]?, orientation: Orientation) {
    self.init(
      type: type, size: tree.size, bitsPerComponent: tree.bitDepths.first ?? 8, componentCount: tree.bitDepths.count,
      xmp: xmp, orientation: orientation, body: .heif(tree))
  }

  init(
    type: AuxiliaryImageType, size: PixelSize, bitsPerComponent: Int, componentCount: Int, xmp: [UInt8]?,
    orientation: Orientation, body: Body
  ) {
    self.type = type
    self.size = size
    self.bitsPerComponent = bitsPerComponent
    self.componentCount = componentCount
    self.xmp = xmp
    self.orientation = orientation
    self.body = body
  }

  /// Reads a file that ``file()`` made: one picture that says which auxiliary image it is.
  ///
  /// - Throws: what ``EncodedPhoto/init(contentsOf:limits:)`` throws, and `unsupported` if the picture does not say so.
  public init(contentsOf url: URL, limits: ReadingLimits = .default) throws(PhotoFileError) {
    let photo = try EncodedPhoto(contentsOf: url, limits: limits)
    guard let image = try photo.pictureAsAuxiliaryImage() else {
      throw .unsupported(file: url.path, reason: "the picture does not say that it is an auxiliary image of a photo")
    }
    self = image
  }

  /// The image as a file of its own, HEIC or JPEG, that any program can show: its coded bytes are not changed.
  public func file() throws(PhotoFileError) -> [UInt8] {
    switch body {
    case .heif(let tree): return HEIFDocument(of: tree, xmp: xmp, orientation: orientation).file()
    case .jpeg(var picture):
      if orientation != .up, let exif = EXIFBlock(orientation: orientation)?.bytes {
        picture.replace(JPEGMarker.app1, [JPEGIdentifier.exif], with: [JPEGIdentifier.exif + exif])
      }
      return picture.bytes
    }
  }

  /// The image's samples.
  ///
  /// - Throws: `unsupported`, `codecMissing` or `malformed` if they cannot be decoded here.
  public func decoded(limits: ReadingLimits = .default) throws(PhotoFileError) -> AuxiliaryImage {
    let pixels: PixelBuffer
    switch body {
    case .heif(let tree):
      do throws(HEIFFault) {
        let document = HEIFDocument(of: tree, xmp: xmp, orientation: orientation)
        pixels = try HEIFAuxiliary.pixels(ofPictureIn: document, limits: limits)
      } catch {
        throw error.error(in: type.rawValue)
      }
    case .jpeg(let picture): pixels = try JPEGReader.pixels(of: picture, file: type.rawValue, limits: limits)
    }
    return AuxiliaryImage(type: type, pixels: pixels, xmp: xmp, depthRepresentation: depthRepresentation)
  }

  /// What the samples of a depth map stand for, as the image's box or XMP says.
  private var depthRepresentation: DepthRepresentation? {
    guard type == .depth else { return nil }
    if case .heif(let tree) = body, let box = tree.property("auxC"),
      case .auxiliaryType(_, let subtype)? = try? ItemProperty(box, limits: .default),
      let representation = DepthRepresentation(subtype: subtype)
    {
      return representation
    }
    return DepthRepresentation(xmp: xmp)
  }
}
