import Imaging

/// Limits of memory and work for reading a file. A file that would exceed them is refused before anything is decoded.
///
/// Every header is read before the first picture is decoded, and decoders are limited to the headers' values. So
/// reading takes at most ``bytesPerPixel`` bytes of memory for each pixel of the file's pictures, each counted with its
/// sides rounded up to multiples of 64, and ``bytesPerFileByte`` for each byte of the file, plus ``baseBytes``.
/// Set ``totalPixels`` and ``fileBytes`` to the machine's capacity if files are untrusted.
///
/// A file that exceeds a limit throws ``PhotoFileError/limitExceeded(file:reason:)``, whose reason names the limit.
public struct ReadingLimits: Sendable, Hashable {
  /// Pixels of any one picture in the file.
  public var pixels = 150_000_000
  /// Pixels of all pictures that are read from the file together: the photo's own and its auxiliary images.
  public var totalPixels = 300_000_000
  /// Bytes of the whole file.
  public var fileBytes = 1 << 30
  /// Items of a HEIF file. The limit of their properties, and of references between them, is eight times as large.
  public var items = 2_000
  /// Tiles of one picture of a HEIF file; layers of one, including those of its layers.
  public var tiles = 2_000
  /// Extents of one item.
  public var extents = 32
  /// Boxes within boxes.
  public var boxDepth = 16
  /// Pictures of one file besides its items: those in a JPEG's Multi-Picture index, auxiliary images of a HEIF file.
  public var pictures = 32
  /// Scans of a JPEG, each of which takes about the time of the whole picture. Progressive files have about ten.
  public var scans = 100
  /// Bytes of the EXIF block.
  public var exifBytes = 1 << 20
  /// Bytes of XMP, decompressed and joined; also of the XMP of all auxiliary images of a HEIF file.
  public var xmpBytes = 16 << 20
  /// Bytes of the Photoshop resources that hold IPTC.
  public var iptcBytes = 16 << 20
  /// Bytes of a colour profile, unpacked.
  public var profileBytes = 10 << 20

  /// The maximum memory of reading for each pixel: four copies of 16-bit 4:4:4 samples in decoders, and 16 bits of red,
  /// green, blue and alpha. Usual photos take a third of it.
  public static let bytesPerPixel = 32
  /// The maximum memory of reading for each byte of the file.
  public static let bytesPerFileByte = 8
  /// The maximum constant memory of reading in bytes: threads, tables, parsed metadata. The codecs' libraries, which
  /// are loaded once, are not counted.
  public static let baseBytes = 64 << 20

  /// The default limits.
  public init() {}

  /// Limits for any photo of a phone or camera.
  public static let `default` = ReadingLimits()

  /// Maximum number of descriptions of items: boxes in one list, properties, targets of references.
  var itemDetails: Int {
    let (count, overflow) = items.multipliedReportingOverflow(by: 8)
    return overflow ? .max : count
  }

  /// The limits of one auxiliary image, whose XMP is short: all together are within ``xmpBytes``.
  var ofAuxiliaryImage: ReadingLimits {
    var limits = self
    limits.xmpBytes /= max(1, pictures)
    return limits
  }

  /// Refuses a picture with more pixels than ``pixels``, before its memory is allocated.
  func admit(_ size: PixelSize, file: String) throws(PhotoFileError) {
    let (area, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    guard !overflow, area <= pixels else {
      throw .limitExceeded(file: file, reason: Self.refusal("a picture of \(size) pixels", pixels, "pixels"))
    }
  }

  /// Refuses a file whose pictures have more pixels together than ``totalPixels``.
  func admit(totalPixels count: Int, file: String) throws(PhotoFileError) {
    guard count <= totalPixels else {
      throw .limitExceeded(
        file: file, reason: Self.refusal("pictures of \(count) pixels together", totalPixels, "totalPixels"))
    }
  }

  /// Refuses a file with more bytes than ``fileBytes``.
  func admit(bytes: Int, file: String) throws(PhotoFileError) {
    guard bytes <= fileBytes else {
      throw .limitExceeded(file: file, reason: Self.refusal("a file of \(bytes) bytes", fileBytes, "fileBytes"))
    }
  }

  /// The reason for an error: the value, the limit, and the property to raise.
  static func refusal(_ found: String, _ allowed: Int, _ name: StaticString) -> String {
    "\(found), \(allowed) are allowed; a program that trusts the file may raise ReadingLimits.\(name)"
  }
}
