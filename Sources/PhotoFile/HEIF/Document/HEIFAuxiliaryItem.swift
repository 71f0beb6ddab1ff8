import Imaging

/// Auxiliary images as items of a HEIF file, coded.
extension HEIFDocument {
  /// A file whose picture is an auxiliary image.
  init(of tree: CodedItemTree, xmp: [UInt8]?, orientation: Orientation) {
    let brands: [FourCC] =
      tree.format == .heic ? ["heic", "mif1", "MiHE", "miaf", "MiHB", "heic"] : ["avif", "mif1", "miaf", "avif"]
    self.init(brands: brands, primaryID: 0)
    // A reader can show the picture without its relation to the other one.
    let picture = tree.transformed(by: OrientationProperties(orientation)).marking("auxC", essential: false)
    primaryID = add(picture, isHidden: false)
    if let xmp { add(xmp: xmp, of: primaryID) }
  }

  /// A file whose picture is a gain map, marked by a type and XMP: there is no picture from which a tone-mapped one
  /// could be derived.
  init(of tree: CodedItemTree, gainMap: GainMapMetadata, xmp: [UInt8]?, orientation: Orientation) {
    self.init(of: tree, xmp: GainMapXMP.packet(gainMap, in: xmp) ?? xmp, orientation: orientation)
    guard auxiliaryType(of: primaryID) == nil else { return }
    let urn = AuxiliaryImageType.isoGainMap.rawValue
    associate(RawBox("auxC", [0, 0, 0, 0] + Array(urn.utf8) + [0]), with: primaryID, isEssential: false)
  }

  func file() -> [UInt8] { HEIFDocumentWriter.file(of: self) }

  /// The orientation given by a picture's properties.
  func orientation(of id: UInt32) -> Orientation {
    OrientationProperties.orientation(of: values(of: id))
  }

  /// The auxiliary images of the primary picture, in the order of their numbers, then other gain maps.
  var auxiliaryIDs: [UInt32] {
    let stated = sources(of: "auxl", to: primaryID).filter { $0 != primaryID }
    return stated + toneMaps.map(\.gainMap).filter { !stated.contains($0) }
  }

  /// The type stated by an item's `auxC`, or implied by a tone-mapped picture.
  func auxiliaryType(of id: UInt32) -> AuxiliaryImageType? {
    if let stated = statedAuxiliaryType(of: id) { return stated }
    return toneMaps.contains { $0.gainMap == id } ? .isoGainMap : nil
  }

  /// The type stated by an item's `auxC`, without the file's references.
  func statedAuxiliaryType(of id: UInt32) -> AuxiliaryImageType? {
    for case .auxiliaryType(let urn, _) in values(of: id) { return AuxiliaryImageType(rawValue: urn) }
    return nil
  }

  /// An auxiliary image without the file; nil if the item states no type.
  func encodedImage(_ id: UInt32, orientation: Orientation) throws(HEIFError) -> EncodedAuxiliaryImage? {
    guard let type = auxiliaryType(of: id) else { return nil }
    let tree = try CodedItemTree(id, of: self)
    let xmp = xmpItem(of: id).flatMap(data)
    return EncodedAuxiliaryImage(
      tree, type: type, xmp: xmp, gainMap: gainMapMetadata(of: id) ?? xmp.flatMap(GainMapXMP.metadata),
      orientation: orientation)
  }

  /// Adds an auxiliary image of the primary picture, and of its alternatives as in iOS 18, except for a gain map, from
  /// which these are derived.
  @discardableResult
  mutating func addAuxiliary(
    _ tree: CodedItemTree, type: AuxiliaryImageType, xmp: [UInt8]?, gainMap: GainMapMetadata? = nil,
    orientation: Orientation
  ) -> UInt32 {
    var tree = tree.transformed(by: OrientationProperties(orientation)).marking("auxC", essential: true)
    if type == .isoGainMap { tree = tree.removing("auxC") }
    let id = add(tree)
    describeAuxiliary(id, type: type, xmp: xmp, gainMap: gainMap)
    return id
  }

  /// Makes an item an auxiliary image of the primary picture, and gives it an XMP packet; a gain map with metadata
  /// becomes the source of a tone-mapped picture.
  mutating func describeAuxiliary(
    _ id: UInt32, type: AuxiliaryImageType, xmp: [UInt8]?, gainMap: GainMapMetadata? = nil
  ) {
    defer { if let gainMap { addToneMap(of: id, gainMap) } }
    if type == .isoGainMap {
      if let xmp { add(xmp: xmp, of: id) }
      return
    }
    let alternatives = groups.filter { $0.type == "altr" && $0.entities.contains(primaryID) }.flatMap(\.entities)
    // libheif below 1.18 rejects files with references to two pictures: only files that already have such references
    // get more of them.
    let others = alternatives.filter { other in
      other != primaryID && item(other)?.entry.type == "tmap"
        && references.contains { ["auxl", "cdsc"].contains($0.type) && $0.to.contains(other) }
    }
    references.append(
      ItemReference(type: "auxl", from: id, to: [primaryID] + (type == .hdrGainMap ? [] : others)))
    if let xmp { add(xmp: xmp, of: id) }
  }
}

extension CodedItemTree {
  /// The coding format of the picture, or its tiles.
  var format: PhotoFormat { items.contains { $0.entry.type == "av01" } ? .avif : .heic }

  /// The picture's size; nil if it is not stated.
  var size: PixelSize {
    guard let box = property("ispe"), case .imageSize(let size)? = try? ItemProperty(box, limits: .default) else {
      return PixelSize(width: 0, height: 0)
    }
    return size
  }

  /// Bits of each component, from `pixi`; if it is missing, the usual number.
  var bitDepths: [Int] {
    if let box = property("pixi"), case .bitDepths(let depths)? = try? ItemProperty(box, limits: .default),
      !depths.isEmpty
    {
      return depths
    }
    return [8]
  }
}
