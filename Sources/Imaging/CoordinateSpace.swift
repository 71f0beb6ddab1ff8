/// The coordinate space of a picture that bounds and mattes refer to.
public enum CoordinateSpace: Sendable, Hashable, CaseIterable {
  /// As a viewer sees the picture, after its ``Orientation`` is applied.
  case upright
  /// As the pixels lie in the file.
  case stored
}
