import Imaging

/// The parts of a photo's HEIF file that are written again unchanged.
///
/// Everything is kept except the picture itself, auxiliary images that were removed from the photo or changed, and, if
/// the pixels were set, thumbnails, of which one is regenerated. A tone-mapped picture (`tmap`) is derived from the
/// picture and its gain map, and is kept with the map. Of the picture's own properties only descriptions are kept; the
/// others describe its coding.
struct HEIFPassthrough {
  /// The file without the picture; a new one if nothing can be kept.
  var assembler: HEIFAssembler
  /// The number that the picture must have, because retained items refer to it.
  let primaryID: Int?
  /// The plan for the photo's auxiliary images.
  private let plan: HEIFAuxiliaryPlan
  /// Properties that describe the picture: titles, times.
  private let descriptions: [RawBox]

  /// The longer side of the new thumbnail; nil for none.
  private(set) var thumbnailSize: Int?

  /// The auxiliary images that are to be coded.
  var images: [AuxiliaryImage] { plan.images }

  /// - Throws: `unsupported` if the picture itself is derived from a removed part.
  init(of photo: Photo, as format: PhotoFormat) throws(HEIFError) {
    guard let source = photo.source, source.format == format, source.size == photo.pixels.size,
      case .heif(var kept) = source.body
    else {
      primaryID = nil
      assembler = HEIFAssembler()
      plan = HEIFAuxiliaryPlan(of: photo, as: format, in: nil)
      descriptions = []
      return
    }
    primaryID = Int(kept.primaryID)
    if source.isPictureChanged {
      let thumbnails = kept.sources(of: "thmb", to: kept.primaryID)
      for id in thumbnails {
        for case .imageSize(let size) in kept.values(of: id) {
          thumbnailSize = max(thumbnailSize ?? 0, size.width, size.height)
        }
      }
      try kept.remove(thumbnails)
    }
    plan = HEIFAuxiliaryPlan(of: photo, as: format, in: kept)
    for (id, xmp) in plan.described { kept.setXMP(xmp, of: id) }
    try kept.remove(plan.removed)
    kept.boxes.removeAll(where: \.isSignature)
    for id in kept.turnedWithPicture { kept.turn(id, to: photo.orientation) }
    descriptions = kept.properties(of: kept.primaryID).filter { HEIFStripping.descriptions.contains($0.type) }
    kept.removePicture()
    assembler = HEIFAssembler(continuing: kept, reserved: kept.primaryID)
  }

  /// Replaces the picture's metadata item of a kind, or removes it if `data` is nil.
  ///
  /// - Returns: whether there is such an item.
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

  /// Adds the descriptions of the picture, and the copied images, each with its XMP.
  mutating func addCopies(orientation: Orientation) {
    for box in descriptions { assembler.associate(box) }
    for (image, xmp) in plan.copies {
      guard case .heif(let tree) = image.body else { continue }
      assembler.addAuxiliary(
        tree, type: image.type, xmp: xmp, gainMap: image.gainMap, orientation: orientation)
    }
  }
}

extension RawBox {
  /// Whether the box is a signature of the whole file (C2PA), which does not match the new bytes.
  var isSignature: Bool {
    let identifier: [UInt8] = [
      0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4, 0x81,
    ]
    return type == "uuid" && contents.starts(with: identifier)
  }
}
