import Imaging
import Kernels

extension Photo {
  /// The photo with other pixels, mattes or faces. What is nil stays as it is.
  ///
  /// EXIF's thumbnail, and the file's thumbnail and previews, are made anew of other pixels. What else shows the old ones is
  /// dropped with a warning in ``warnings``: Photoshop's and other thumbnails, previews in makers' notes, Apple's reductions
  /// of the picture. Pixels of another size also drop all auxiliary images and what else the file
  /// held, each with a warning that names it. EXIF's size is patched; all other bytes of EXIF stay, `Software` too, which
  /// names what took the picture.
  ///
  /// - Parameters:
  ///   - pixels: in the stored frame.
  ///   - mattes: replace all mattes of the kinds that can be generated, and of the kinds that they hold. A matte in the
  ///     upright frame is turned to the stored one.
  ///   - faces: in upright coordinates, fractions of the picture. They are put into XMP when the photo is written.
  public func with(pixels: PixelBuffer? = nil, mattes: MatteSet? = nil, faces: [Face]? = nil) -> Photo {
    var photo = self
    let replaced = Set(mattes.map { MatteKind.generated + $0.kinds } ?? [])
    func isReplaced(_ type: AuxiliaryImageType) -> Bool { type.matteKind.map(replaced.contains) ?? false }
    photo.auxiliaryImages.removeAll { isReplaced($0.type) }
    photo.undecodedImages.removeAll { isReplaced($0.type) }
    if let pixels { photo.replace(pixels) }
    if let mattes {
      photo.auxiliaryImages += mattes.map { matte in
        let stored = matte.coordinateSpace == .stored ? matte.pixels : matte.pixels.oriented(by: orientation.inverse)
        return AuxiliaryImage(type: AuxiliaryImageType(matte.kind), pixels: stored)
      }
    }
    if let faces { photo.faces = faces }
    return photo
  }

  /// Puts other pixels in place, and leaves out what they make untrue.
  private mutating func replace(_ pixels: PixelBuffer) {
    let changesSize = pixels.size != self.pixels.size
    let reason = changesSize ? "the picture has another size" : "it shows the picture as it was"
    self.pixels = pixels
    warnings += renewThumbnails()
    if changesSize, var exif = metadata.exif.flatMap(EXIFBlock.init) {
      exif.setPixelDimensions(pixels.size)
      metadata.exif = exif.bytes
    }
    let isUntrue = { (type: AuxiliaryImageType) in changesSize || type.showsPicture }
    let dropped = (auxiliaryImages.map(\.type) + undecodedImages.map(\.type)).filter(isUntrue)
    auxiliaryImages.removeAll { isUntrue($0.type) }
    undecodedImages.removeAll { isUntrue($0.type) }
    warnings += dropped.map { .leavingOut("the auxiliary image \($0.rawValue)", because: reason) }
    if changesSize {
      warnings += furtherItems.map { .leavingOut($0, because: reason) }
      source = nil
    }
  }
}
