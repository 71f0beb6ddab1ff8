import Imaging

/// The state that a stream keeps from earlier frames to find the people in the next one.
struct FrameHistory: Sendable {
  /// The regions of people.
  var regions: PeopleRegions
  /// The model of the background.
  var background: BackgroundModel
  /// The verification by the photo network of people without a face.
  var presenceVerification = PresenceVerification()
  /// Seconds since the last frame.
  var elapsed = 0.0

  /// - Parameter size: the size of the upright half-size picture.
  init(size: PixelSize) {
    regions = PeopleRegions(size: size)
    background = BackgroundModel(size: size)
  }

  /// Weighs the predictions of a frame with the background's evidence, and updates the model from them.
  ///
  /// - Parameters:
  ///   - parts: the parts of the frame; changed in place. There are no people elsewhere.
  ///   - picture: the upright half-size picture.
  /// - Returns: the evidence, for other predictions of the frame; nil if there is none.
  mutating func weigh(
    _ parts: inout [ShownPrediction], of picture: PixelBuffer
  ) throws(SegmentationError) -> BackgroundEvidence? {
    let evidence = background.evidence(of: try FrameCells(picture, parts, on: background.grid), elapsed: elapsed)
    if let evidence {
      for index in parts.indices {
        evidence.apply(to: &parts[index].prediction.planes, in: parts[index].rect.normalized(in: picture.size))
      }
    }
    return evidence
  }
}
