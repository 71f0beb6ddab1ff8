/// Which of a picture's two frames coordinates and mattes refer to.
public enum PictureFrame: Sendable, Hashable, CaseIterable {
  /// As a viewer sees it, after the orientation is applied.
  case upright
  /// As the pixels lie in the file.
  case stored
}
