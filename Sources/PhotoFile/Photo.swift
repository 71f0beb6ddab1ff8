import Imaging

/// A still picture with the contents of its file.
///
/// A value that may be passed between threads. Two photos are equal if their pixels, metadata, auxiliary images, faces
/// and warnings are, and if the same retained data of their files would be written with them. The coding of the picture
/// and its auxiliary images, thumbnails and the layout of the files do not count.
public struct Photo: Sendable, Hashable {
  /// The pixels as stored, before ``orientation`` is applied; their colour space is the file's.
  public var pixels: PixelBuffer {
    didSet {
      source?.isPictureChanged = true
      edits.value.hasStaleThumbnails = true
      edits.value.hasStaleGainMap = true
    }
  }
  /// The orientation of the stored pixels (EXIF Orientation, HEIF `irot` and `imir`).
  public var orientation: Orientation
  /// EXIF, XMP and IPTC as stored in the file.
  public var metadata: PhotoMetadata
  /// Mattes, depth and gain map, in the stored frame: of any size, of the same shape as ``pixels``.
  public var auxiliaryImages: [AuxiliaryImage]
  /// Auxiliary images of the file that cannot be decoded here. They are written in coded form.
  public internal(set) var undecodedImages: [UndecodedAuxiliaryImage] = []
  /// The faces recorded in the file, in upright coordinates: fractions of the picture as a viewer sees it.
  public var faces: [Face]
  /// The format that the photo was read from; nil if it was made in memory.
  public var sourceFormat: PhotoFormat?
  /// Warnings of damage found when the photo was read, and of losses by changes of the photo.
  public internal(set) var warnings: [PhotoWarning] = []
  /// The parts of the source file that are retained to be written again.
  var source: PhotoSource?
  /// The texts of a PNG and comments of a GIF, which are written to PNG files, but for raw profiles.
  var texts: [PNGText] = []
  /// The consequences of edits that are applied when the photo is written.
  var edits = ExcludedFromEquality(PendingEdits())

  /// Makes a photo in memory.
  ///
  /// - Parameters:
  ///   - pixels: in the stored frame.
  ///   - orientation: the orientation of the pixels.
  ///   - metadata: written unchanged, except for EXIF's Orientation and XMP's faces, which follow the photo's
  ///     properties.
  ///   - auxiliaryImages: in the stored frame.
  ///   - faces: in upright coordinates, fractions of the picture.
  ///   - sourceFormat: the format that the photo was read from.
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

  /// The size in pixels as a viewer sees it, after ``orientation`` is applied.
  public var uprightSize: PixelSize { orientation.apply(to: pixels.size) }

  /// Adds warnings of what a change of the photo lost.
  package mutating func add(_ warning: PhotoWarning) { warnings.append(warning) }

  /// The first auxiliary image of a type.
  public func auxiliary(_ type: AuxiliaryImageType) -> AuxiliaryImage? {
    auxiliaryImages.first { $0.type == type }
  }

  /// The auxiliary images that are mattes of one 8-bit component.
  public var mattes: MatteSet { MatteSet(auxiliaryImages.compactMap(\.matte)) }
}
