/// A format to write, with its settings: `.heic(quality: 0.6)`, `.avif()`, `.jpeg()`, `.png`, `.webP()`,
/// `.tiff`, `.jpegXL()`.
public struct EncodingOptions: Sendable, Hashable {
  /// The format of the file.
  public var format: PhotoFormat
  /// `0...1`, higher is better; 1 is lossless for WebP and JPEG XL; ignored for PNG and TIFF. Other values are clamped;
  /// with NaN, encoding fails.
  public var quality: Double { didSet { quality = min(max(quality, 0), 1) } }
  /// Bits per component in HEIC and AVIF: 8, 10 or 12. Nil follows the picture: 10 if it has more than 8, otherwise 8.
  /// JPEG and WebP always have 8, the others as many as the picture.
  public var bitDepth: Int?
  /// The speed of coding HEIC, AVIF, WebP and JPEG XL, from 0, the slowest with the smallest files, to 10, the fastest,
  /// as `avifenc` and `cavif` count. Nil is the format's default, which is fast.
  ///
  /// For HEIC 10 to 1 are x265's presets from `ultrafast` to `placebo`, for AVIF libaom's speeds; for WebP libwebp's
  /// methods from 0 to 6, for JPEG XL libjxl's efforts from 1 to 9.
  public var speed: Int?
  /// Whether gray auxiliary images in HEIC that are recoded carry the profile "Linear Gray", as those of iOS 18 do.
  /// No reader is known to need it, and the `heif-convert` of libheif 1.15.1 writes empty files for images that have
  /// it, so it is omitted by default.
  public var profilesAuxiliaryImages = false

  /// HEIC in Apple's layout. Quality 0.6 gives files of about an iPhone's size.
  public static func heic(quality: Double = 0.6, bitDepth: Int? = nil, speed: Int? = nil) -> EncodingOptions {
    EncodingOptions(format: .heic, quality: quality, bitDepth: bitDepth, speed: speed)
  }

  /// AVIF, with the same auxiliary images as HEIC.
  public static func avif(quality: Double = 0.8, bitDepth: Int? = nil, speed: Int? = nil) -> EncodingOptions {
    EncodingOptions(format: .avif, quality: quality, bitDepth: bitDepth, speed: speed)
  }

  /// JPEG, with further pictures in a Multi-Picture index. Quality 0.85 is the phone's.
  public static func jpeg(quality: Double = 0.85) -> EncodingOptions {
    EncodingOptions(format: .jpeg, quality: quality)
  }

  /// PNG, lossless. It does not support auxiliary images.
  public static let png = EncodingOptions(format: .png, quality: 1)

  /// WebP. Quality 1 is lossless; it always has 8 bits and does not support auxiliary images.
  public static func webP(quality: Double = 0.8, speed: Int? = nil) -> EncodingOptions {
    EncodingOptions(format: .webP, quality: quality, speed: speed)
  }

  /// TIFF, lossless, compressed by Deflate. It does not support auxiliary images.
  public static let tiff = EncodingOptions(format: .tiff, quality: 1)

  /// JPEG XL. Quality 1 is lossless; it does not support auxiliary images.
  public static func jpegXL(quality: Double = 0.9, speed: Int? = nil) -> EncodingOptions {
    EncodingOptions(format: .jpegXL, quality: quality, speed: speed)
  }

  /// A format with its default settings. Read-only formats have them too; writing them fails.
  public static func `default`(for format: PhotoFormat) -> EncodingOptions {
    EncodingOptions(format: format, quality: format.declaration.writing?.quality ?? 1)
  }

  /// Quality is clamped to `0...1`, speed to `0...10`.
  public init(format: PhotoFormat, quality: Double, bitDepth: Int? = nil, speed: Int? = nil) {
    self.format = format
    self.quality = min(max(quality, 0), 1)
    self.bitDepth = bitDepth
    self.speed = speed.map { min(max($0, 0), 10) }
  }
}
