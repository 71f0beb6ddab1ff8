import Imaging
import Kernels

extension Photo {
  /// The photo with other pixels, mattes or faces. A nil argument leaves its property unchanged.
  ///
  /// EXIF's thumbnail, and the file's thumbnail and previews, are regenerated from the new pixels. Other data that show
  /// the old ones are dropped with a warning in ``warnings``: Photoshop's and other thumbnails, previews in makers'
  /// notes, Apple's reductions of the picture, and gain maps, which convert the old ones to high dynamic range. Pixels
  /// of another size also drop all auxiliary images and other retained data, each with a warning that names it. EXIF's
  /// size is patched; all other bytes of EXIF are kept, including `Software`, which names what took the picture.
  ///
  /// - Parameters:
  ///   - pixels: in the stored frame.
  ///   - mattes: replace all mattes of the generated kinds, and of the given kinds. A matte in the upright frame is
  ///     rotated to the stored one.
  ///   - faces: in upright coordinates, fractions of the picture. They are added to XMP when the photo is written.
  public func with(pixels: PixelBuffer? = nil, mattes: MatteSet? = nil, faces: [Face]? = nil) -> Photo {
    with(pixels: pixels, mattes: mattes, faces: faces, gainMap: nil)
  }

  /// - Parameter gainMap: replaces the photo's if it belongs to the new pixels.
  package func with(
    pixels: PixelBuffer?, mattes: MatteSet?, faces: [Face]?, gainMap: AuxiliaryImage?
  ) -> Photo {
    var photo = self
    let replaced = Set(mattes.map { MatteKind.generated + $0.kinds } ?? [])
    func isReplaced(_ type: AuxiliaryImageType) -> Bool { type.matteKind.map(replaced.contains) ?? false }
    photo.auxiliaryImages.removeAll { isReplaced($0.type) }
    photo.undecodedImages.removeAll { isReplaced($0.type) }
    if let pixels { photo.replace(pixels, gainMap: gainMap) }
    if let mattes {
      photo.auxiliaryImages += mattes.map { matte in
        let stored = matte.transformed(to: .stored, orientation: orientation).pixels
        return AuxiliaryImage(type: AuxiliaryImageType(matte.kind), pixels: stored)
      }
    }
    if let faces { photo.faces = faces }
    return photo
  }

  /// Replaces the pixels, and removes data that no longer match them.
  private mutating func replace(_ pixels: PixelBuffer, gainMap: AuxiliaryImage?) {
    let changesSize = pixels.size != self.pixels.size
    if let gainMap, !changesSize, let place = auxiliaryImages.firstIndex(where: { $0.type.isGainMap }) {
      auxiliaryImages[place] = gainMap
    }
    self.pixels = pixels
    warnings += renewThumbnails()
    if changesSize, var exif = metadata.exif.flatMap(EXIFBlock.init) {
      exif.setPixelDimensions(pixels.size)
      metadata.exif = exif.bytes
    }
    edits.value.hasStaleGainMap = false
    let isKept = { (image: AuxiliaryImage) in
      !changesSize && !image.type.showsPicture && (!image.type.isGainMap || image == gainMap)
    }
    let isUntrue = { (type: AuxiliaryImageType) in changesSize || type.showsPicture || type.isGainMap }
    let dropped =
      auxiliaryImages.filter { !isKept($0) }.map(\.type) + undecodedImages.map(\.type).filter(isUntrue)
    auxiliaryImages.removeAll { !isKept($0) }
    undecodedImages.removeAll { isUntrue($0.type) }
    warnings += dropped.map { type in
      let reason =
        changesSize
        ? "the picture has another size"
        : type.isGainMap ? "it leads to the picture as it was" : "it shows the picture as it was"
      return .leavingOut("the auxiliary image \(type.rawValue)", because: reason)
    }
    if changesSize {
      warnings += furtherItems.map { .leavingOut($0, because: "the picture has another size") }
      source = nil
    }
  }
}
