/// One frame in which faces are tracked: its networks, its time, and what is left of its verifications.
struct TrackingStep {
  let analysis: any FrameAnalysis
  /// The time of the frame, in seconds.
  let time: Double
  /// The number of the frame in the stream, from 0.
  let number: Int
  var verifications: VerificationBudget
}
