/// An auxiliary image of a photo's file that cannot be decoded here. It is kept as it is coded, and written again to files of
/// the same format.
public struct UndecodedAuxiliaryImage: Sendable, Hashable {
  /// The image as it is coded, with its type, size and depth.
  public let encoded: EncodedAuxiliaryImage
  /// The reason for which it cannot be decoded, as a sentence.
  public let reason: String

  /// The type, which says what the samples mean.
  public var type: AuxiliaryImageType { encoded.type }
}
