import Imaging
import Kernels

extension Photo {
  /// The photo with other pixels, mattes or faces; what is not given stays as it is.
  ///
  /// - Parameters:
  ///   - pixels: in the stored frame. EXIF's thumbnail is cut off, as it shows the old ones. If they have another size,
  ///     EXIF's record of it is patched, and auxiliary images other than the mattes given here are left out: they would no
  ///     longer fit.
  ///   - mattes: take the place of all mattes of the kinds that can be generated, and of other kinds that they hold.
  ///     A matte in the upright frame is turned to the stored one.
  ///   - faces: in upright coordinates. They are put into XMP when the photo is written.
  public func with(pixels: PixelBuffer? = nil, mattes: MatteSet? = nil, faces: [Face]? = nil) -> Photo {
    var photo = self
    if let pixels {
      photo.pixels = pixels
      let changesSize = pixels.size != self.pixels.size
      if var exif = metadata.exif.flatMap(EXIFBlock.init) {
        exif.unlinkThumbnail()
        if changesSize { exif.setPixelDimensions(pixels.size) }
        photo.metadata.exif = exif.bytes
      }
      if changesSize { photo.auxiliaryImages = [] }
    }
    if let mattes {
      let replaced = Set(MatteKind.generated + mattes.kinds)
      let others = photo.auxiliaryImages.filter { image in image.type.matteKind.map { !replaced.contains($0) } ?? true }
      photo.auxiliaryImages =
        others
        + mattes.map { matte in
          let stored = matte.frame == .stored ? matte.pixels : matte.pixels.oriented(by: orientation.inverse)
          return AuxiliaryImage(type: AuxiliaryImageType(matte.kind), pixels: stored)
        }
    }
    if let faces { photo.faces = faces }
    return photo
  }
}
