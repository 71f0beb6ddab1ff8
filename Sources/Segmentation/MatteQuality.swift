/// How much work mattes are worth (Vision's `GeneratePersonSegmentationRequest.QualityLevel`).
public enum MatteQuality: String, Sendable, Hashable, CaseIterable {
  /// One pass of the network over the whole picture; edges by a guided filter and, at hair, by colour. For streams and
  /// previews.
  case fast
  /// The network sees more, and each head that is small in the picture once more; the edge of the person is solved on the
  /// half-size picture. The default.
  case balanced
  /// As `balanced`, everything seen in the mirror too, and hair and skin solved as well, to the end. For single photos.
  case accurate
}
