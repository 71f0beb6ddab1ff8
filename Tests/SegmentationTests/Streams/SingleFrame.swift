import Imaging

@testable import Segmentation

extension MatteGenerator {
  /// The mattes of everyone in a frame that no other came before.
  func mattes(
    _ kinds: Set<MatteKind>, ofSingle frame: Frame, faces: [Face] = [], in space: CoordinateSpace = .stored
  ) throws(SegmentationError) -> MatteSet {
    let picture = try picture(of: frame, faces: faces, wantsTeeth: kinds.contains(.teeth))
    var history = FrameHistory(size: picture.size)
    let prediction = try self.prediction(of: picture, orientation: frame.orientation, history: &history)
    var heads = SteadyHeads()
    var result = try mattes(kinds, of: prediction, in: space, heads: &heads, elapsed: 0)
    result.confidence = history.presenceVerification.pooled(prediction.confidence)
    return result
  }
}
