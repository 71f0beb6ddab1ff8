import Imaging

/// Makes scenes of frames. The tracker knows faces only through it, so that its rules can be tested without networks.
protocol FaceSight: Sendable {
  func scene(of frame: Frame) throws(FaceError) -> any FaceScene
}

/// A frame, to be looked at for faces. May be looked at by several threads at once.
protocol FaceScene: Sendable {
  /// Of the upright picture.
  var size: PixelSize { get }
  /// The whole picture, small, as `rgba8`, always of the same size.
  var thumbnail: PixelBuffer { get }
  /// Into how many parts, of about the same work each, a search of the whole picture is divided; the first is a look at
  /// the whole picture at once.
  var partCount: Int { get }

  /// The face that is expected, if it is seen.
  func sighting(of expected: ExpectedFace) throws(FaceError) -> FaceSighting?

  /// The faces that are seen in some parts of the search, besides those that are known; the largest `limit`.
  func search(_ parts: [Int], besides known: [FaceBox], limit: Int) throws(FaceError) -> [FaceSighting]
}
