import FaceMeta
import Imaging
import PhotoFile
import Segmentation

extension FaceDetector {
  /// The faces in a photo, in upright coordinates, the largest first.
  public func faces(in photo: Photo) throws(FaceError) -> [Face] {
    try faces(in: photo.pixels, orientation: photo.orientation)
  }
}

extension MatteGenerator {
  /// The mattes of a photo, in the frame in which it is stored unless asked otherwise, so that they fit `photo.image`.
  public func mattes(
    _ kinds: Set<MatteKind> = Set(MatteKind.generated), for photo: Photo, faces: [Face],
    in frame: PictureFrame = .stored, measuring measure: (MatteStage, Duration) -> Void = { _, _ in }
  ) throws(SegmentationError) -> MatteSet {
    try mattes(kinds, for: photo.pixels, orientation: photo.orientation, faces: faces, in: frame, measuring: measure)
  }
}
