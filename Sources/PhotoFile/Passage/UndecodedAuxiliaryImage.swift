import Imaging

/// An auxiliary image that a photo's file holds and that cannot be decoded here: it is kept as it is coded, and written again
/// to files of the same kind.
public struct UndecodedAuxiliaryImage: Sendable, Hashable {
  /// The image as it is coded, with its type, size and depth.
  public let encoded: EncodedAuxiliaryImage
  /// Why it cannot be decoded.
  public let reason: String

  public var type: AuxiliaryImageType { encoded.type }
}
