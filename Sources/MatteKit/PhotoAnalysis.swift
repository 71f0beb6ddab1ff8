import Codes
import FaceMeta
import Imaging
import PhotoFile
import Segmentation

extension FaceDetector {
  /// Detects the faces in a photo, in upright coordinates, largest first; empty if there are none.
  public func faces(in photo: Photo) throws(FaceError) -> [Face] {
    try faces(in: photo.pixels, orientation: photo.orientation)
  }
}

extension CodeDetector {
  /// Reads the codes in a photo, in upright coordinates, largest first; empty if there are none.
  public func codes(in photo: Photo) throws(CodeError) -> [MachineReadableCode] {
    try codes(in: photo.pixels, orientation: photo.orientation)
  }
}

extension MatteGenerator {
  /// Makes the mattes of a photo, by default as it is stored, so that they fit `photo.image`. See
  /// ``mattes(_:for:orientation:faces:in:measuring:)``.
  public func mattes(
    _ kinds: Set<MatteKind> = Set(MatteKind.generated), for photo: Photo, faces: [Face],
    in space: CoordinateSpace = .stored, measuring measure: (MatteStage, Duration) -> Void = { _, _ in }
  ) throws(SegmentationError) -> MatteSet {
    try mattes(kinds, for: photo.pixels, orientation: photo.orientation, faces: faces, in: space, measuring: measure)
  }
}
