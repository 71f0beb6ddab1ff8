import Imaging

/// The picture of a HEIF file, and the items that belong to it.
extension HEIFDocument {
  /// The items that are rotated like the primary picture: auxiliary images, thumbnails, alternatives.
  var turnedWithPicture: [UInt32] {
    let alternatives = groups.filter { $0.type == "altr" && $0.entities.contains(primaryID) }.flatMap(\.entities)
    return auxiliaryIDs + sources(of: "thmb", to: primaryID)
      + alternatives.filter { $0 != primaryID && item($0)?.entry.type == "tmap" }
  }

  /// Sets an item's `irot` and `imir` to an orientation.
  mutating func turn(_ id: UInt32, to orientation: Orientation) {
    guard self.orientation(of: id) != orientation, let tree = try? CodedItemTree(id, of: self),
      let place = index(of: id)
    else { return }
    items[place].properties = []
    for property in tree.transformed(by: OrientationProperties(orientation)).root.properties {
      associate(property.box, with: id, isEssential: property.isEssential)
    }
  }

  /// Replaces an item's XMP packet; nil removes it.
  mutating func setXMP(_ xmp: [UInt8]?, of id: UInt32) {
    switch (xmpItem(of: id), xmp) {
    case (let item?, let xmp?): setData(xmp, of: item)
    case (let item?, nil):
      items.removeAll { $0.id == item }
      references.removeAll { $0.from == item }
    case (nil, let xmp?): add(xmp: xmp, of: id)
    case (nil, nil): break
    }
  }

  /// The items with the picture's EXIF, XMP and IPTC: the first of each kind, which is the one that is read.
  var metadataIDs: [UInt32] {
    let described = sources(of: "cdsc", to: primaryID)
    let kinds: [(ItemEntry) -> Bool] = [
      { $0.type == "Exif" }, { $0.isXMP }, { $0.type == HEIFMetadata.iptcType },
    ]
    return kinds.compactMap { isKind in described.first { item($0).map { isKind($0.entry) } ?? false } }
  }

  /// Names, for people, of ``furtherItems``, and of movies and makers' data besides the items.
  var furtherNames: [String] {
    furtherItems.map { item($0)?.entry.name ?? "item \($0)" } + boxes.compactMap(HEIFFileBoxes.pictureName)
  }

  /// All items except the picture, its EXIF, XMP, IPTC and thumbnails, and auxiliary images with the items that belong
  /// to them.
  var furtherItems: [UInt32] {
    var known: Set<UInt32> = [primaryID]
    known.formUnion(auxiliaryIDs)
    known.formUnion(sources(of: "thmb", to: primaryID))
    // An item that is derived only from a gain map belongs to the map.
    for toneMap in toneMaps where statedAuxiliaryType(of: toneMap.gainMap) == nil { known.insert(toneMap.id) }
    let inputs = inputs
    var open = Array(known)
    while let id = open.popLast() {
      for input in inputs[id] ?? [] where known.insert(input).inserted { open.append(input) }
    }
    known.formUnion(metadataIDs)
    for id in auxiliaryIDs { if let xmp = xmpItem(of: id) { known.insert(xmp) } }
    return items.map(\.id).filter { !known.contains($0) }
  }
}
