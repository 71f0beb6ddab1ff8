import Imaging

/// A still picture with all that its file says about it: a value that may be passed between threads.
public struct Photo: Sendable, Hashable {
  /// The pixels as stored, not turned; their colour space is the file's.
  public var pixels: PixelBuffer {
    didSet { source?.isPictureChanged = true }
  }
  /// How the stored pixels are to be turned for a viewer.
  public var orientation: Orientation
  public var metadata: PhotoMetadata
  /// Mattes, depth and gain map, in the stored frame.
  public var auxiliaryImages: [AuxiliaryImage]
  /// Auxiliary images of the file that cannot be decoded here, kept as they are coded.
  public internal(set) var undecodedImages: [UndecodedAuxiliaryImage] = []
  /// The faces that the file records, in upright coordinates.
  public var faces: [Face]
  /// The format that the photo was read from; nil if it was made in memory.
  public var sourceFormat: PhotoFormat?
  /// What was found wanting when the photo was read, and what a change of it left out; empty where nothing was.
  public internal(set) var warnings: [PhotoWarning] = []
  /// What is retained of the file that the photo was read from.
  var source: PhotoSource?

  public init(
    pixels: PixelBuffer, orientation: Orientation = .up, metadata: PhotoMetadata = PhotoMetadata(),
    auxiliaryImages: [AuxiliaryImage] = [], faces: [Face] = [], sourceFormat: PhotoFormat? = nil
  ) {
    self.pixels = pixels
    self.orientation = orientation
    self.metadata = metadata
    self.auxiliaryImages = auxiliaryImages
    self.faces = faces
    self.sourceFormat = sourceFormat
  }

  /// The size as a viewer sees it.
  public var uprightSize: PixelSize { orientation.apply(to: pixels.size) }

  /// The first auxiliary image of a type.
  public func auxiliary(_ type: AuxiliaryImageType) -> AuxiliaryImage? {
    auxiliaryImages.first { $0.type == type }
  }

  /// The mattes that the file holds.
  public var mattes: MatteSet { MatteSet(auxiliaryImages.compactMap(\.matte)) }
}
