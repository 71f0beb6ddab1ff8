/// The type of a ``MetadataObject`` (AVFoundation's `AVMetadataObject.ObjectType`).
///
/// It is not an enumeration, so that detectors of other objects can add types.
public struct MetadataObjectType: RawRepresentable, Sendable, Hashable {
  /// The name of the type.
  public var rawValue: String

  /// Creates a type from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A face (AVFoundation's `face`).
  public static let face = MetadataObjectType(rawValue: "face")
}
