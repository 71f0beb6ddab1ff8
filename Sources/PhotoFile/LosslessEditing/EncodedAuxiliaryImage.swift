import FoundationEssentials
import Imaging

/// An auxiliary image in coded form. It can be added unchanged to another file of the same format.
public struct EncodedAuxiliaryImage: Sendable, Hashable {
  enum Body: Sendable, Hashable {
    case heif(CodedItemTree)
    /// Without the index, which refers to other pictures of its file.
    case jpeg(JPEGPicture)
  }

  /// The type, which defines the meaning of the samples.
  public let type: AuxiliaryImageType
  /// The size as stored, in pixels.
  public let size: PixelSize
  /// Bits of a sample, as coded.
  public let bitsPerComponent: Int
  /// 1 for gray, 3 for colour.
  public let componentCount: Int
  /// The image's own XMP packet, if it has one.
  public let xmp: [UInt8]?
  /// The metadata of a gain map, by ISO 21496-1 or `hdrgm`; nil for other images.
  public let gainMap: GainMapMetadata?
  /// The orientation of the stored image, which is its photo's.
  public let orientation: Orientation
  let body: Body

  /// The format of files that the image can be added to.
  public var format: PhotoFormat {
    switch body {
    case .heif(let tree): tree.format
    case .jpeg: .jpeg
    }
  }

  /// The number of bytes of the coded image, its tiles included.
  public var byteCount: Int {
    switch body {
    case .heif(let tree): tree.items.reduce(0) { $0 + ($1.data?.count ?? 0) }
    case .jpeg(let picture): picture.byteCount
    }
  }

  /// Codes an image for files of a format: lossless in HEIC and AVIF if it has one component. An unchanged image from a
  /// file of the format keeps its coded form.
  ///
  /// - Throws: `encodingFailed` if the format does not support the image, `codecMissing`.
  public init(_ image: AuxiliaryImage, for format: PhotoFormat) throws(PhotoFileError) {
    switch format {
    case _ where !format.holds(.auxiliaryImages):
      throw .encodingFailed(format: format, reason: "the format does not support auxiliary images")
    case .heic, .avif: self = try HEIFAuxiliaryEncoder.encodedImage(image, for: format)
    default:
      let picture = try JPEGWriter.picture(for: image)
      guard let coded = try picture.auxiliaryImage(orientation: .up, file: "the coded image", limits: .default) else {
        throw .encodingFailed(format: format, reason: "the image \(image.type.rawValue) was left out")
      }
      self = coded
    }
  }

  /// An image that consists of items of a HEIF file.
  init(
    _ tree: CodedItemTree, type: AuxiliaryImageType, xmp: [UInt8]?, gainMap: GainMapMetadata? = nil,
    orientation: Orientation
  ) {
    self.init(
      type: type, size: tree.size, bitsPerComponent: tree.bitDepths.first ?? 8, componentCount: tree.bitDepths.count,
      xmp: xmp, gainMap: gainMap, orientation: orientation, body: .heif(tree))
  }

  init(
    type: AuxiliaryImageType, size: PixelSize, bitsPerComponent: Int, componentCount: Int, xmp: [UInt8]?,
    gainMap: GainMapMetadata?, orientation: Orientation, body: Body
  ) {
    self.type = type
    self.size = size
    self.bitsPerComponent = bitsPerComponent
    self.componentCount = componentCount
    self.xmp = xmp
    self.gainMap = gainMap
    self.orientation = orientation
    self.body = body
  }

  /// Reads a file made by ``data()``: one picture that states its type as an auxiliary image.
  ///
  /// - Throws: the errors of ``EncodedPhoto/init(contentsOf:limits:)``, and `unsupported` if the picture states no such
  ///   type.
  public init(contentsOf url: URL, limits: ReadingLimits = .default) throws(PhotoFileError) {
    let photo = try EncodedPhoto(contentsOf: url, limits: limits)
    guard let image = try photo.pictureAsAuxiliaryImage() else {
      throw .unsupported(
        file: url.shownPath, reason: "the picture does not say that it is an auxiliary image of a photo")
    }
    self = image
  }

  /// The image as a file of its own, HEIC, AVIF or JPEG, that any program can show. Its coded bytes are unchanged.
  public func data() throws(PhotoFileError) -> [UInt8] {
    switch body {
    case .heif(let tree):
      guard type == .isoGainMap, let gainMap else {
        return HEIFDocument(of: tree, xmp: xmp, orientation: orientation).file()
      }
      return HEIFDocument(of: tree, gainMap: gainMap, xmp: xmp, orientation: orientation).file()
    case .jpeg(var picture):
      if orientation != .up, let exif = EXIFBlock(orientation: orientation)?.bytes {
        picture.replace(JPEGMarker.app1, [JPEGIdentifier.exif], with: [JPEGIdentifier.exif + exif])
      }
      return picture.bytes
    }
  }

  /// The image with its samples decoded, in the stored frame.
  ///
  /// - Throws: `unsupported`, `codecMissing` or `malformed` if they cannot be decoded here.
  public func decoded(limits: ReadingLimits = .default) throws(PhotoFileError) -> AuxiliaryImage {
    let pixels: PixelBuffer
    switch body {
    case .heif(let tree):
      do throws(HEIFError) {
        let document = HEIFDocument(of: tree, xmp: xmp, orientation: orientation)
        pixels = try HEIFAuxiliary.pixels(ofPictureIn: document, limits: limits)
      } catch {
        throw error.fileError(in: type.rawValue)
      }
    case .jpeg(let picture): pixels = try JPEGReader.pixels(of: picture, file: type.rawValue, limits: limits)
    }
    return AuxiliaryImage(
      type: type, pixels: pixels, xmp: xmp, depthRepresentation: depthRepresentation, gainMap: gainMap)
  }

  /// The range of a depth map, from the image's box or XMP.
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
