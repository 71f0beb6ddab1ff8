/// What kind of thing a ``MetadataObject`` is (AVFoundation's `AVMetadataObject.ObjectType`).
///
/// Not an enumeration: kinds that are not known here, codes for example, may be added by whoever finds them.
public struct MetadataObjectType: RawRepresentable, Sendable, Hashable {
  public var rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// A face; AVFoundation's `face`.
  public static let face = MetadataObjectType(rawValue: "face")
}
