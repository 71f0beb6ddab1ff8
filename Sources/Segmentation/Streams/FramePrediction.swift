import Imaging

/// The people in a frame of a stream, as the networks and the background show them, before refinement.
struct FramePrediction: Sendable {
  /// The frame.
  let picture: MattePicture
  let orientation: Orientation
  /// The cleaned-up predictions of parts of the frame. There are no people elsewhere.
  let parts: [ShownPrediction]
  /// The background's evidence; nil if there is none.
  let background: BackgroundEvidence?
  /// The certainty of each kind; kinds without pixels are omitted.
  let certainties: [MatteKind: Double]
  /// The probability of a person by this frame alone, `0...1`.
  let confidence: Double
}
