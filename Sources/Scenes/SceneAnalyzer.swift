import Imaging

/// Analyses one frame after the other, without reading ahead: for loops of your own.
///
/// ``SceneSequence`` does the same in stages that overlap. Not `Sendable`: an analyzer belongs to one stream and is
/// used by one thread or task at a time.
///
/// ```swift
/// let analyzer = try SceneAnalyzer(SceneAnalysis(faces: FaceTracking(), mattes: [.portrait]))
/// for try await frame in try VideoFile(contentsOf: clip).frames {
///   let scene = try analyzer.scene(of: frame)
/// }
/// ```
public final class SceneAnalyzer {
  private let faces: FaceStage?
  private let codes: CodeStage?
  private var people: ScenePeopleStage?
  private var mattes: SceneMatteStage?

  /// Loads what the analysis needs. It does not look ahead (``FaceTracking/lookAhead``, ``CodeTracking/lookAhead``).
  ///
  /// - Throws: ``SceneError`` if a network, or the library that reads codes, cannot be found or loaded.
  public init(_ analysis: SceneAnalysis) throws(SceneError) {
    if let tracking = analysis.faces { faces = try FaceStage(tracking) } else { faces = nil }
    if let tracking = analysis.codes { codes = try CodeStage(tracking) } else { codes = nil }
    guard !analysis.mattes.isEmpty else { return }
    let generator = SharedMatteGenerator(analysis, besideOtherStages: false)
    people = try ScenePeopleStage(for: analysis.mattes, by: generator)
    mattes = try SceneMatteStage(analysis.mattes, by: generator)
  }

  /// The next frame of the stream with its analysis.
  ///
  /// - Throws: ``SceneError`` if a network fails.
  public func scene(of frame: Frame) throws(SceneError) -> Scene {
    var scene = Scene(frame)
    if let faces { scene.faces = try faces.faces(in: frame) }
    if let codes { scene.codes = try codes.codes(in: frame) }
    if let people = try people?.people(in: frame, faces: scene.faces),
      let mattes = try mattes?.mattes(of: people, in: frame)
    {
      scene.mattes = mattes
    }
    return scene
  }
}
