import Imaging

/// What of the HEIF file that a photo was read from goes into the one that is written, as it is.
///
/// Everything stays but the picture itself, auxiliary images that the photo has no more or has changed, and, if the picture
/// is another, thumbnails. A tone-mapped picture (`tmap`) is derived from the picture and its gain map: it stays with the
/// gain map, which brightens an edited picture where it brightened the original. Of the picture's own properties those stay
/// that are words about it; the others say how it was coded.
struct HEIFPassage {
  /// The file without the picture; a new one where nothing can be kept.
  var assembler: HEIFAssembler
  /// The number that the picture has to have, to which items that are kept refer.
  let primaryID: Int?
  /// The auxiliary images that are to be coded.
  private(set) var images: [AuxiliaryImage] = []
  /// Auxiliary images that came from another file, or of which the file had more: to be put in as they are coded.
  private(set) var copies: [(image: EncodedAuxiliaryImage, xmp: [UInt8]?)] = []
  /// Properties of the picture that are words about it.
  private var words: [RawBox] = []
  private var kept = HEIFDocument(brands: HEIFAssembler.appleBrands, primaryID: 0)

  init(of photo: Photo, as format: PhotoFormat) throws(HEIFFault) {
    if let source = photo.source.value, source.format == format, source.size == photo.pixels.size,
      case .heif(let document) = source.body
    {
      primaryID = Int(document.primaryID)
      kept = document
      assembler = HEIFAssembler()
      if source.isPictureChanged { try kept.remove(kept.sources(of: "thmb", to: kept.primaryID)) }
      try matchImages(of: photo, as: format)
      kept.boxes.removeAll(where: \.isSignature)
      for id in kept.turnedWithPicture { kept.turn(id, to: photo.orientation) }
      words = kept.properties(of: kept.primaryID).filter { HEIFStripping.words.contains($0.type) }
      kept.removePicture()
      assembler = HEIFAssembler(continuing: kept, reserved: document.primaryID)
    } else {
      primaryID = nil
      assembler = HEIFAssembler()
      sortImages(of: photo, as: format)
    }
  }

  /// The image's coded form, if it is for this kind of file.
  private func coded(_ image: AuxiliaryImage, as format: PhotoFormat) -> EncodedAuxiliaryImage? {
    image.encoded.value.flatMap { $0.format == format ? $0 : nil }
  }

  private mutating func sortImages(of photo: Photo, as format: PhotoFormat) {
    for image in photo.auxiliaryImages {
      if let coded = coded(image, as: format) {
        copies.append((coded, image.xmp))
      } else {
        images.append(image)
      }
    }
    for image in photo.undecodedImages where image.encoded.format == format {
      copies.append((image.encoded, image.encoded.xmp))
    }
  }

  /// Leaves the file's images that the photo still has where they are, and takes the others out.
  private mutating func matchImages(of photo: Photo, as format: PhotoFormat) throws(HEIFFault) {
    sortImages(of: photo, as: format)
    var gone: [UInt32] = []
    for id in kept.auxiliaryIDs {
      // An image that does not say what it is, and one that cannot be copied, are nobody's to change.
      guard let own = (try? kept.encodedImage(id, orientation: .up)) ?? nil else { continue }
      if let place = copies.firstIndex(where: { $0.image.type == own.type && $0.image.body == own.body }) {
        if copies[place].xmp != own.xmp { kept.setXMP(copies[place].xmp, of: id) }
        copies.remove(at: place)
      } else {
        gone.append(id)
      }
    }
    try kept.remove(gone)
  }

  /// Takes over what belongs to a picture: gives its metadata item new bytes, if it has one, or takes it out.
  ///
  /// Returns whether there is one.
  mutating func replaceMetadata(_ data: [UInt8]?, where isWanted: (ItemEntry) -> Bool) -> Bool {
    guard let primaryID else { return false }
    let document = assembler.document
    let id = document.sources(of: "cdsc", to: UInt32(primaryID)).first { id in
      document.item(id).map { isWanted($0.entry) } ?? false
    }
    guard let id else { return false }
    if let data {
      if document.data(of: id) != data { assembler.setData(data, of: id) }
    } else {
      assembler.remove(id)
    }
    return true
  }

  /// Adds the words about the picture, and the images that are copied, each with its XMP.
  mutating func addCopies(orientation: Orientation) {
    for box in words { assembler.associate(box) }
    for (image, xmp) in copies {
      guard case .heif(let tree) = image.body else { continue }
      assembler.addAuxiliary(tree, type: image.type, xmp: xmp, orientation: orientation)
    }
  }
}

extension RawBox {
  /// Whether the box holds a signature of the whole file (C2PA), which is of other bytes.
  var isSignature: Bool {
    let identifier: [UInt8] = [
      0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4, 0x81,
    ]
    return type == "uuid" && contents.starts(with: identifier)
  }
}
