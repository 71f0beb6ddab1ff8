/// The quality of mattes: better ones take more time (Vision's `GeneratePersonSegmentationRequest.QualityLevel`).
public enum MatteQuality: String, Sendable, Hashable, CaseIterable {
  /// The networks see the whole picture once, small. Edges come from a guided filter and, at hair, from color. For
  /// streams and previews.
  case fast
  /// A larger input for the network, and a close-up pass for each small head. The edge of the person is solved on the
  /// half-size picture. The default.
  case balanced
  /// ``balanced``, and in addition flip augmentation, and hair and skin solved until they converge. For single
  /// photos.
  case accurate
}
