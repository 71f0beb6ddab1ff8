/// The people in a frame of a stream, and what the frames before say about them.
package struct FramePeople: Sendable {
  let prediction: FramePrediction
  /// The probability of a person in the stream, `0...1`.
  let confidence: Double
  /// Whether the stream shows a person.
  let showsPerson: Bool
  /// The weights of the frame's mattes beside those of earlier frames; nil if the frame begins a scene.
  let weights: BlendWeights?
  /// Seconds since the last frame of the scene; 0 for the first.
  let elapsed: Double
}
