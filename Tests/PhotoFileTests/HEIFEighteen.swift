import Imaging

@testable import PhotoFile

/// A file as iOS 18 builds it: a tone-mapped picture derived from the photo and its gain map, offered as its
/// alternative, auxiliary images that belong to both, a styles item, a thumbnail; and unknown boxes.
enum HEIFEighteen {
  static let size = PixelSize(width: 600, height: 520)
  static let styles: [UInt8] = Array("bplist00 styles".utf8)
  static let toneMap: [UInt8] = [0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

  /// The photo, which also has depth with its range, a gain map and GPS.
  static func photo(_ orientation: Orientation = .right) -> Photo {
    var photo = SamplePhoto.portrait(size, orientation: orientation)
    photo.auxiliaryImages += [
      AuxiliaryImage(type: .hdrGainMap, pixels: HEIFSyntheticPhoto.matte(size.half, seed: 7)),
      AuxiliaryImage(type: .depth, pixels: HEIFSyntheticPhoto.matte(PixelSize(width: 96, height: 80), seed: 8)),
    ]
    return photo
  }

  static func document(_ orientation: Orientation = .right) throws -> HEIFDocument {
    let file = try photo(orientation).data(as: .heic(quality: 0.4))
    var document = try HEIFDocument(file, limits: .default).editable()
    let primary = document.primaryID
    let gainMap = document.auxiliaryIDs.first { document.auxiliaryType(of: $0) == .hdrGainMap } ?? 0

    let toneMapped = document.freeID()
    document.add(ItemEntry(id: toneMapped, type: "tmap", isHidden: true), data: toneMap)
    for type: FourCC in ["ispe", "irot"] {
      if let box = document.property(type, of: primary) {
        document.associate(box, with: toneMapped, isEssential: type == "irot")
      }
    }
    document.references.append(ItemReference(type: "dimg", from: toneMapped, to: [primary, gainMap]))
    document.references = document.references.map { reference in
      guard reference.to == [primary], reference.type == "auxl" || reference.type == "cdsc",
        reference.from != gainMap
      else { return reference }
      return ItemReference(type: reference.type, from: reference.from, to: [primary, toneMapped])
    }
    let group = document.freeID()
    document.groups.append(EntityGroup(type: "altr", id: group, entities: [toneMapped, primary]))

    let thumbnail = try EncodedAuxiliaryImage(
      AuxiliaryImage(type: .depth, pixels: HEIFSyntheticPhoto.matte(PixelSize(width: 160, height: 138), seed: 9)),
      for: .heic)
    if case .heif(let tree) = thumbnail.body {
      let id = document.add(tree.transformed(by: OrientationProperties(orientation)))
      document.references.append(ItemReference(type: "thmb", from: id, to: [primary]))
    }
    let uri = document.freeID()
    var entry = BoxReader(
      bytes: BoxWriter.bytes {
        $0.uint32(2 << 24 | 1)
        $0.uint16(Int(uri))
        $0.uint16(0)
        $0.fourCC("uri ")
        $0.uint8(0)
        $0.string("tag:apple.com,2023:photo:metadata:styles")
      })
    document.add(try ItemEntry(&entry), data: styles)
    document.references.append(ItemReference(type: "cdsc", from: uri, to: [primary, toneMapped]))

    document.associate(RawBox("xyzw", [1, 2, 3]), with: primary, isEssential: false)
    document.boxes.append(RawBox("uuid", Array(0..<40)))
    document.metaBoxes.append(RawBox("quux", [9, 8, 7]))
    return document
  }

  static func file(_ orientation: Orientation = .right) throws -> [UInt8] { try document(orientation).file() }
}
