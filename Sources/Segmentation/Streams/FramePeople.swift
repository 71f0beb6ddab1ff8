import Imaging

/// The people in a frame of a stream, as the networks and the background show them, before refinement.
package struct FramePeople: Sendable {
  /// The frame.
  let picture: MattePicture
  let orientation: Orientation
  /// The cleaned-up predictions of parts of the frame. There are no people elsewhere.
  let parts: [ShownPrediction]
  /// The background's evidence; nil if there is none.
  let background: BackgroundEvidence?
  /// The certainty of each kind; kinds without pixels are omitted.
  let certainties: [MatteKind: Double]
  /// The probability of a person, `0...1`. The generator gives that of the frame alone; the search replaces it by that
  /// of the stream, as it sets what follows.
  var confidence: Double
  /// Whether the stream shows a person.
  var showsPerson = true
  /// The weights of the frame's mattes beside those of earlier frames; nil if the frame begins a scene.
  var weights: BlendWeights?
  /// Seconds since the last frame of the scene; 0 for the first.
  var elapsed = 0.0
}
