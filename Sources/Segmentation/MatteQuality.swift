/// How much work mattes are worth (Vision's `GeneratePersonSegmentationRequest.QualityLevel`).
public enum MatteQuality: String, Sendable, Hashable, CaseIterable {
  /// One pass of the network over the whole picture.
  case fast
  /// As `fast`, and a pass over each head that is small in the picture.
  case balanced
}
