import Imaging

/// Finds faces in one frame. May be used by several threads at once.
protocol FrameAnalysis: Sendable {
  /// The size of the upright picture, in pixels.
  var size: PixelSize { get }
  /// The whole picture as `rgba8`, small and always of the same size.
  var thumbnail: PixelBuffer { get }
  /// The number of tiles that a search of the whole picture is divided into, each of about the same work. Tile 0 is the
  /// whole picture.
  var tileCount: Int { get }

  /// The observation of a predicted face; nil if it is not visible.
  func observation(of predicted: PredictedFace) throws(FaceError) -> FaceObservation?

  /// The observation of a predicted face by the verification network, which is asked where the others do not see a face or
  /// are in doubt about it; nil if it sees none.
  ///
  /// - Parameter seen: what the others saw; returned as verified if it is of the face.
  func verification(of predicted: PredictedFace, seen: FaceObservation?) throws(FaceError) -> FaceObservation?

  /// The faces in some of the tiles that are none of the known ones; the largest `limit`.
  ///
  /// - Parameter verifications: how many candidates may be verified, and which: where there are more, those of another
  ///   round follow on those of this one.
  func search(
    _ tiles: [Int], besides known: [FaceBox], limit: Int, verifications: (count: Int, round: Int)
  ) throws(FaceError) -> [FaceObservation]
}
