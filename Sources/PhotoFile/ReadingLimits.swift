import Imaging

/// What a file may ask for before anything of it is decoded: a hostile file is refused, not obeyed.
public struct ReadingLimits: Sendable, Hashable {
  /// Pixels of any one picture in the file.
  public var pixels = 150_000_000
  /// Bytes of the whole file.
  public var fileBytes = 1 << 30
  /// Items of a HEIF file.
  public var items = 2_000
  /// Extents of one item.
  public var extents = 32
  /// Boxes within boxes.
  public var boxDepth = 16
  /// Pictures in a JPEG's Multi-Picture index.
  public var pictures = 32
  public var exifBytes = 1 << 20
  public var xmpBytes = 16 << 20
  public var profileBytes = 10 << 20

  public init() {}
  public static let `default` = ReadingLimits()

  /// Refuses a picture with more pixels than ``pixels``, before room is made for it.
  func admit(_ size: PixelSize, file: String) throws(PhotoFileError) {
    let (area, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    guard !overflow, area <= pixels else {
      throw .limitExceeded(file: file, reason: "a picture of \(size) pixels, \(pixels) in all are allowed")
    }
  }

  /// Refuses a file with more bytes than ``fileBytes``.
  func admit(bytes: Int, file: String) throws(PhotoFileError) {
    guard bytes <= fileBytes else {
      throw .limitExceeded(file: file, reason: "a file of \(bytes) bytes, \(fileBytes) are allowed")
    }
  }
}
