import Effects
import FrameStream
import Imaging
import Models
import Segmentation

extension AsyncSequence where Self: Sendable, Element == Frame {
  /// The frames with the faces and mattes found in them.
  ///
  /// - Parameters:
  ///   - faces: how faces are tracked; nil where they are not needed.
  ///   - mattes: the kinds of mattes to make; none where they are not needed.
  ///   - quality: how much work a matte is worth.
  ///   - weights: the weights of the network that makes the mattes.
  public func scenes(
    faces: FaceTracking? = nil, mattes: Set<MatteKind> = [], quality: MatteQuality = .balanced,
    weights: ModelWeights = .default
  ) -> SceneSequence {
    scenes(SceneAnalysis(faces: faces, mattes: mattes, quality: quality, weights: weights))
  }

  /// The frames with what an analysis finds in them.
  public func scenes(_ analysis: SceneAnalysis) -> SceneSequence { scenes(analysis, reporting: nil) }

  /// The frames with what an analysis finds in them and in later frames.
  ///
  /// Mattes are better for it while the camera stands still: the background that a person hides is known before they
  /// leave.
  ///
  /// ```swift
  /// let movie = try VideoFile(contentsOf: clip)
  /// let analysis = SceneAnalysis(mattes: [.portrait])
  /// for try await scene in movie.frames.scenes(analysis, lookingAheadIn: movie.frames(every: 0.25)) { ... }
  /// ```
  ///
  /// - Parameter later: frames of the same source with the same times, a few a second, read independently up to
  ///   ``SceneAnalysis/backgroundLookAhead`` ahead; nil for none. An error in reading these frames ends only the
  ///   look-ahead; an error of the networks in them ends the scenes, as it does in the frames themselves.
  public func scenes<Later: AsyncSequence & Sendable>(
    _ analysis: SceneAnalysis, lookingAheadIn later: Later?
  ) -> SceneSequence where Later.Element == Frame {
    scenes(analysis, lookingAheadIn: later, reducing: nil)
  }

  /// The frames with what an analysis finds in them and in later frames.
  ///
  /// - Parameters:
  ///   - later: as above, but of the reduced size.
  ///   - reduce: makes the frame whose mattes are made and which is drawn on. Faces and codes are searched for in the
  ///     original frame, because a reduced one shows fewer of them. Nil for the same frame.
  package func scenes<Later: AsyncSequence & Sendable>(
    _ analysis: SceneAnalysis, lookingAheadIn later: Later?, reducing reduce: FrameReduction?
  ) -> SceneSequence where Later.Element == Frame {
    scenes(
      analysis, later: later.map { AnyElements($0.buffer(policy: .bounded(1))) }, reducing: reduce, reporting: nil)
  }

  /// The frames with what an analysis finds in them.
  ///
  /// - Parameter readiness: where given, the stages load what they need before there is a frame; it is notified when
  ///   they have.
  package func scenes(_ analysis: SceneAnalysis, reporting readiness: StageReadiness?) -> SceneSequence {
    scenes(analysis, later: nil, reducing: nil, reporting: readiness)
  }

  private func scenes(
    _ analysis: SceneAnalysis, later: AnyElements<Frame>?, reducing reduce: FrameReduction?,
    reporting readiness: StageReadiness?
  ) -> SceneSequence {
    // The source works on a thread of its own; one frame is decoded ahead.
    var scenes = AnyElements(
      UnanalyzedScenes(buffer(policy: .bounded(1)), findingOnlyFrame: analysis.takesOnlyFrameAsPhoto))
    if let tracking = analysis.faces {
      scenes =
        Stage(scenes, label: "faces", reporting: readiness) { () throws(SceneError) in try FaceStage(tracking) }.ahead
      if tracking.lookAhead > 0 || tracking.smoothing > 0 {
        scenes = Stage(scenes, label: "later frames") { FaceContinuityStage(tracking) }.ahead
      }
    }
    if let tracking = analysis.codes {
      scenes =
        Stage(scenes, label: "codes", reporting: readiness) { () throws(SceneError) in try CodeStage(tracking) }.ahead
      if tracking.lookAhead > 0 {
        scenes = Stage(scenes, label: "later codes") { CodeContinuityStage(tracking) }.ahead
      }
    }
    if let reduce {
      scenes =
        Stage(scenes, label: "size") {
          PerElement { scene throws(SceneError) in
            do { return scene.with(try reduce(scene.frame)) } catch { throw SceneError(error) }
          }
        }.ahead
    }
    if !analysis.mattes.isEmpty {
      scenes = withMattes(scenes, later: later, analysis, reporting: readiness)
    }
    return SceneSequence(scenes: scenes)
  }

  private func withMattes(
    _ scenes: AnyElements<Scene>, later: AnyElements<Frame>?, _ analysis: SceneAnalysis,
    reporting readiness: StageReadiness?
  ) -> AnyElements<Scene> {
    let reach = analysis.backgroundLookAhead
    let generator = SharedMatteGenerator(analysis, besideOtherStages: true)
    let observations = (reach > 0 ? later : nil).map { later in
      Stage(later, label: "background") { () throws(SceneError) in try BackgroundStage(generator) }.ahead
    }
    let frames = ScenesAndLaterFrames(scenes, later: observations, reach: reach)
    let people = Stage(frames, label: "people", reporting: readiness) { () throws(SceneError) in
      try ScenePeopleStage(for: analysis.mattes, by: generator)
    }.ahead
    return Stage(people, label: "mattes", qos: .utility, reporting: readiness) { () throws(SceneError) in
      try SceneMatteStage(analysis.mattes, by: generator)
    }.ahead
  }

  /// The frames with several effects on them.
  public func applying(_ stack: EffectStack, quality: MatteQuality = .balanced) -> RenderedFrames {
    scenes(SceneAnalysis(for: stack, quality: quality)).applying(stack).frames
  }
}
