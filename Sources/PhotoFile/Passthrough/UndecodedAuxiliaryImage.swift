/// An auxiliary image of a photo's file that cannot be decoded here. It is kept in coded form, and written again to
/// files of the same format.
public struct UndecodedAuxiliaryImage: Sendable, Hashable {
  /// The coded image, with its type, size and depth.
  public let encoded: EncodedAuxiliaryImage
  /// The reason for which it cannot be decoded, as a sentence.
  public let reason: String

  /// The type, which defines the meaning of the samples.
  public var type: AuxiliaryImageType { encoded.type }
}
