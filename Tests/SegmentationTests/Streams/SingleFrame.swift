import Imaging

@testable import Segmentation

extension MatteGenerator {
  /// The mattes of everyone in a frame that no other came before.
  func mattes(
    _ kinds: Set<MatteKind>, ofSingle frame: Frame, faces: [Face] = [], in space: CoordinateSpace = .upright
  ) throws(SegmentationError) -> MatteSet {
    var history = FrameHistory(size: frame.orientation.apply(to: frame.size.half))
    var result = try mattes(
      kinds, forFrame: frame.pixels, orientation: frame.orientation, faces: faces, in: space, history: &history)
    if let confidence = result.confidence { result.confidence = history.presenceVerification.pooled(confidence) }
    return result
  }
}
