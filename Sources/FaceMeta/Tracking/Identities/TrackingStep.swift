/// One frame of the tracking: its networks, its time, and its remaining verifications.
struct TrackingStep {
  let analysis: any FrameAnalysis
  /// The time of the frame, in seconds.
  let time: Double
  /// The number of the frame in the stream, from 0.
  let number: Int
  var verifications: VerificationBudget
}
