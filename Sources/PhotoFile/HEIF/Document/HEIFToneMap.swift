import Imaging
import Kernels

/// Tone-mapped pictures (`tmap`, ISO/IEC 23008-12:2022/Amd 1): alternatives to the primary picture that are derived
/// from it and a gain map. The item's bytes are the gain map's metadata.
extension HEIFDocument {
  /// The tone-mapped pictures that are derived from the primary one, each with its gain map.
  var toneMaps: [(id: UInt32, gainMap: UInt32)] {
    references.compactMap { reference in
      guard reference.type == "dimg", reference.to.count == 2, reference.to[0] == primaryID,
        reference.to[1] != primaryID, item(reference.from)?.entry.type == "tmap"
      else { return nil }
      return (reference.from, reference.to[1])
    }
  }

  /// The metadata of a gain map, from the picture that is derived from it; nil for other items.
  func gainMapMetadata(of id: UInt32) -> GainMapMetadata? {
    guard let toneMap = toneMaps.first(where: { $0.gainMap == id })?.id,
      let payload = try? readData(of: toneMap, limit: 1024), payload.first == 0,
      var metadata = GainMapBinary.metadata(payload.dropFirst())
    else { return nil }
    if !GainMapBinary.usesBaseColorSpace(payload.dropFirst()) {
      for case .color(let color) in values(of: toneMap) { metadata.alternateColorSpace = color.colorSpace }
    }
    return metadata
  }

  /// Derives a picture from the primary one and a gain map, as an alternative preferred by HDR readers.
  mutating func addToneMap(of gainMap: UInt32, _ metadata: GainMapMetadata) {
    guard !toneMaps.contains(where: { $0.gainMap == gainMap }) else { return }
    let id = freeID(reserved: [primaryID])
    add(ItemEntry(id: id, type: "tmap", isHidden: false), data: [0] + GainMapBinary.bytes(metadata))
    references.append(ItemReference(type: "dimg", from: id, to: [primaryID, gainMap]))
    // The size and rotations of the picture itself.
    for use in item(primaryID)?.properties ?? [] {
      let box = properties[use.index].box
      guard ["ispe", "irot", "imir"].contains(box.type) else { continue }
      associate(box, with: id, isEssential: use.isEssential)
    }
    let space = metadata.alternateColorSpace ?? primaryColorSpace
    if let color = ColorInformation(toneMappedIn: space) {
      associate(RawBox("colr", color.bytes), with: id, isEssential: true)
    }
    associate(RawBox("pixi", [0, 0, 0, 0, 3, 10, 10, 10]), with: id, isEssential: false)
    if let group = groups.firstIndex(where: { $0.type == "altr" && $0.entities.contains(primaryID) }) {
      groups[group].entities.insert(id, at: 0)
    } else {
      groups.append(EntityGroup(type: "altr", id: freeID(reserved: [primaryID]), entities: [id, primaryID]))
    }
  }

  /// Updates the file's compatible brands according to whether there is a tone-mapped picture.
  mutating func updateToneMapBrand() {
    guard let place = boxes.firstIndex(where: { $0.type == "ftyp" }) else { return }
    let brand = Array("tmap".utf8)
    let contents = Array(boxes[place].contents)
    let brands = stride(from: 8, to: contents.count - 3, by: 4).map { Array(contents[$0..<$0 + 4]) }
    let hasToneMap = items.contains { $0.entry.type == "tmap" }
    guard hasToneMap != brands.contains(brand) else { return }
    let others = brands.filter { $0 != brand }.flatMap(\.self)
    boxes[place].contents = (contents.prefix(8) + others + (hasToneMap ? brand : []))[...]
  }

  private var primaryColorSpace: ColorSpace {
    let owners = [primaryID] + targets(of: "dimg", from: primaryID).prefix(1)
    for owner in owners {
      for case .color(let color) in values(of: owner) { return color.colorSpace ?? .sRGB }
    }
    return .sRGB
  }
}

extension ColorInformation {
  /// The space of the samples; nil for unknown code points.
  fileprivate var colorSpace: ColorSpace? {
    switch self {
    case .profile(let profile): .icc(profile)
    case .codePoints(let points): try? points.colorSpace()
    }
  }

  /// The code points of a tone-mapped picture: the perceptual quantizer, in the primaries of a space.
  fileprivate init?(toneMappedIn space: ColorSpace) {
    guard let primaries = try? space.nearestPrimaries(), let points = ColorCodePoints(.pq(primaries)) else {
      return nil
    }
    self = .codePoints(points)
  }
}
