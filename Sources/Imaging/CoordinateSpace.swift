/// The coordinate space of a picture that bounds and mattes refer to.
public enum CoordinateSpace: Sendable, Hashable, CaseIterable {
  /// The picture as a viewer sees it, after its ``Orientation`` is applied.
  case upright
  /// The pixels as they lie in the file.
  case stored
}
