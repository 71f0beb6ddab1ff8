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
  /// What becomes of the photo's auxiliary images.
  private let plan: HEIFAuxiliaryPlan
  /// Properties of the picture that are words about it.
  private let words: [RawBox]

  /// The auxiliary images that are to be coded.
  var images: [AuxiliaryImage] { plan.images }

  /// - Throws: `unsupported` if what is to be left out is a part of the picture itself.
  init(of photo: Photo, as format: PhotoFormat) throws(HEIFFault) {
    guard let source = photo.source, source.format == format, source.size == photo.pixels.size,
      case .heif(var kept) = source.body
    else {
      primaryID = nil
      assembler = HEIFAssembler()
      plan = HEIFAuxiliaryPlan(of: photo, as: format, in: nil)
      words = []
      return
    }
    primaryID = Int(kept.primaryID)
    if source.isPictureChanged { try kept.remove(kept.sources(of: "thmb", to: kept.primaryID)) }
    plan = HEIFAuxiliaryPlan(of: photo, as: format, in: kept)
    for (id, xmp) in plan.described { kept.setXMP(xmp, of: id) }
    try kept.remove(plan.removed)
    kept.boxes.removeAll(where: \.isSignature)
    for id in kept.turnedWithPicture { kept.turn(id, to: photo.orientation) }
    words = kept.properties(of: kept.primaryID).filter { HEIFStripping.words.contains($0.type) }
    kept.removePicture()
    assembler = HEIFAssembler(continuing: kept, reserved: kept.primaryID)
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
    for (image, xmp) in plan.copies {
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
