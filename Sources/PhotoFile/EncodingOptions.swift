/// A format to write, with its settings: `.heif(quality: 0.6)`, `.jpeg()`, `.png`.
public struct EncodingOptions: Sendable, Hashable {
  public var format: PhotoFormat
  /// `0...1`, the larger the better; without meaning for PNG.
  public var quality: Double

  /// HEIC in Apple's layout. Quality 0.6 gives about the size of an iPhone's files.
  public static func heif(quality: Double = 0.6) -> EncodingOptions {
    EncodingOptions(format: .heic, quality: quality)
  }

  /// JPEG, with further pictures in a Multi-Picture index. Quality 0.85 is the phone's.
  public static func jpeg(quality: Double = 0.85) -> EncodingOptions {
    EncodingOptions(format: .jpeg, quality: quality)
  }

  /// PNG, lossless. It has no place for auxiliary images.
  public static let png = EncodingOptions(format: .png, quality: 1)

  /// A format with its default settings.
  public static func `default`(for format: PhotoFormat) -> EncodingOptions {
    switch format {
    case .heic: .heif()
    case .jpeg: .jpeg()
    case .png: .png
    }
  }

  /// Quality is cut to `0...1`.
  public init(format: PhotoFormat, quality: Double) {
    self.format = format
    self.quality = min(max(quality, 0), 1)
  }
}
