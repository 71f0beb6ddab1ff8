import Effects
import Imaging
import PhotoFile

extension EffectSubject {
  /// A photo with what was found in it. Mattes are to lie in the stored frame.
  public init(_ photo: Photo, mattes: MatteSet, faces: [Face] = []) {
    self.init(
      image: photo.image, size: photo.pixels.size, orientation: photo.orientation, mattes: mattes, faces: faces)
  }
}
