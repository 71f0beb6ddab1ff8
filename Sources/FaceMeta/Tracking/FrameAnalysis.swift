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

  /// The verification network's observation of a predicted face that the others miss or doubt; nil if it detects none.
  ///
  /// - Parameter seen: the other networks' observation; returned as verified if it is of the face.
  func verification(of predicted: PredictedFace, seen: FaceObservation?) throws(FaceError) -> FaceObservation?

  /// Whether the verification network sees a face where a new one is; true of one that it cannot judge.
  func confirms(_ new: FaceObservation) throws(FaceError) -> Bool

  /// The faces in some of the tiles that are not known yet; the largest `limit`.
  ///
  /// - Parameter verifications: how many candidates may be verified, and the round: if there are more, later rounds
  ///   continue after those of this one.
  func search(
    _ tiles: [Int], besides known: [FaceBox], limit: Int, verifications: (count: Int, round: Int)
  ) throws(FaceError) -> [FaceObservation]
}
