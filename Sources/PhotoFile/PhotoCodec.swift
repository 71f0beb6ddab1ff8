/// A codec for reading or writing photos, and whether it is installed.
public struct PhotoCodec: Sendable, Hashable {
  /// The name of the codec in messages, such as "HEVC decoder".
  public let name: String
  /// Whether the library is installed and has the codec.
  public let isAvailable: Bool
  /// The library's version, or what to install.
  public let detail: String

  /// The codecs that all formats need together.
  public static var all: [PhotoCodec] { PhotoFormat.allCases.flatMap { $0.declaration.codecs() } }
}
