/// The plan for writing a photo's auxiliary images to a HEIF file: which are coded, which are copied in coded form, and
/// which of the file's existing ones are removed.
struct HEIFAuxiliaryPlan {
  /// Images to be coded.
  private(set) var images: [AuxiliaryImage] = []
  /// Images to copy in coded form, from another file or with duplicates in this one.
  private(set) var copies: [(image: EncodedAuxiliaryImage, xmp: [UInt8]?)] = []
  /// Items of the file whose images were removed from the photo, or changed.
  private(set) var removed: [UInt32] = []
  /// Items of the file that are kept, with another XMP packet, nil for none.
  private(set) var described: [(id: UInt32, xmp: [UInt8]?)] = []

  /// - Parameter document: the retained document of the file, or nil for a new file.
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
      // Images without a type and images that cannot be copied are kept unchanged.
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
