import Segmentation

/// A scene with the people in it, before their mattes are made.
struct ScenePeople: Sendable {
  let scene: Scene
  /// nil for the only frame of a stream, of which mattes are made as of a photo.
  let people: FramePeople?
}
