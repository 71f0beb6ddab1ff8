/// The plan by which a photo's auxiliary images are written to a HEIF file: which are coded, which are copied as they
/// are coded, and what becomes of those that the file has already.
struct HEIFAuxiliaryPlan {
  /// Images to be coded.
  private(set) var images: [AuxiliaryImage] = []
  /// Images that came from another file, or of which the file had more: to be copied as they are coded.
  private(set) var copies: [(image: EncodedAuxiliaryImage, xmp: [UInt8]?)] = []
  /// Items of the file that the photo has no more, or has changed.
  private(set) var removed: [UInt32] = []
  /// Items of the file that stay, with another XMP packet, nil for none.
  private(set) var described: [(id: UInt32, xmp: [UInt8]?)] = []

  /// - Parameter document: the file's document that is written on, or nil for a new file.
  init(of photo: Photo, as format: PhotoFormat, in document: HEIFDocument?) {
    for image in photo.auxiliaryImages {
      if let coded = image.encoded.value, coded.format == format {
        copies.append((coded, image.xmp))
      } else {
        images.append(image)
      }
    }
    for image in photo.undecodedImages where image.encoded.format == format {
      copies.append((image.encoded, image.encoded.xmp))
    }
    for id in document?.auxiliaryIDs ?? [] {
      // Images without a type and images that cannot be copied stay as they are.
      guard let own = (try? document?.encodedImage(id, orientation: .up)) ?? nil else { continue }
      if let place = copies.firstIndex(where: { $0.image.type == own.type && $0.image.body == own.body }) {
        if copies[place].xmp != own.xmp { described.append((id, copies[place].xmp)) }
        copies.remove(at: place)
      } else {
        removed.append(id)
      }
    }
  }
}
