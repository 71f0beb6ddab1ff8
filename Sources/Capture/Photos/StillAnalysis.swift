import Imaging
import PhotoFile

/// Finds faces and makes mattes of photos. May be shared by threads.
protocol StillAnalysis: Sendable {
  /// Loads the networks for some mattes.
  func prepare(for mattes: Set<MatteKind>) throws(CaptureError)
  /// The faces in a photo, in upright coordinates.
  func faces(in photo: Photo) throws(CaptureError) -> [Face]
  /// The mattes of a photo, as it is stored.
  func mattes(_ kinds: Set<MatteKind>, of photo: Photo, faces: [Face]) throws(CaptureError) -> MatteSet
}
