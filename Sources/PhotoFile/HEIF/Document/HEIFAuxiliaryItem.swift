import Imaging

/// Auxiliary images as items of a HEIF file, coded.
extension HEIFDocument {
  /// A file whose picture is an auxiliary image.
  init(of tree: CodedItemTree, xmp: [UInt8]?, orientation: Orientation) {
    let brands: [FourCC] =
      tree.format == .heic ? ["heic", "mif1", "MiHE", "miaf", "MiHB", "heic"] : ["avif", "mif1", "miaf", "avif"]
    self.init(brands: brands, primaryID: 0)
    // A reader can show the picture without knowing what it is to another.
    let picture = tree.transformed(by: OrientationProperties(orientation)).marking("auxC", essential: false)
    primaryID = add(picture, isHidden: false)
    if let xmp { add(xmp: xmp, of: primaryID) }
  }

  /// A file whose picture is a gain map, which says so by a type and XMP: it has no picture to be derived from.
  init(of tree: CodedItemTree, gainMap: GainMapMetadata, xmp: [UInt8]?, orientation: Orientation) {
    self.init(of: tree, xmp: GainMapXMP.packet(gainMap, in: xmp) ?? xmp, orientation: orientation)
    guard auxiliaryType(of: primaryID) == nil else { return }
    let urn = AuxiliaryImageType.isoGainMap.rawValue
    associate(RawBox("auxC", [0, 0, 0, 0] + Array(urn.utf8) + [0]), with: primaryID, isEssential: false)
  }

  func file() -> [UInt8] { HEIFDocumentWriter.file(of: self) }

  /// The orientation that a picture's properties give it.
  func orientation(of id: UInt32) -> Orientation {
    OrientationProperties.orientation(of: values(of: id))
  }

  /// The auxiliary images of the primary picture, in the order of their numbers, then gain maps that are none of these.
  var auxiliaryIDs: [UInt32] {
    let stated = sources(of: "auxl", to: primaryID).filter { $0 != primaryID }
    return stated + toneMaps.map(\.gainMap).filter { !stated.contains($0) }
  }

  /// The type that an item's `auxC` states, or that a tone-mapped picture gives it.
  func auxiliaryType(of id: UInt32) -> AuxiliaryImageType? {
    if let stated = statedAuxiliaryType(of: id) { return stated }
    return toneMaps.contains { $0.gainMap == id } ? .isoGainMap : nil
  }

  /// The type that an item's `auxC` states. It takes no look at the file's references.
  func statedAuxiliaryType(of id: UInt32) -> AuxiliaryImageType? {
    for case .auxiliaryType(let urn, _) in values(of: id) { return AuxiliaryImageType(rawValue: urn) }
    return nil
  }

  /// An auxiliary image apart from the file; nil if the item states no type.
  func encodedImage(_ id: UInt32, orientation: Orientation) throws(HEIFError) -> EncodedAuxiliaryImage? {
    guard let type = auxiliaryType(of: id) else { return nil }
    let tree = try CodedItemTree(id, of: self)
    let xmp = xmpItem(of: id).flatMap(data)
    return EncodedAuxiliaryImage(
      tree, type: type, xmp: xmp, gainMap: gainMapMetadata(of: id) ?? xmp.flatMap(GainMapXMP.metadata),
      orientation: orientation)
  }

  /// Adds an auxiliary image of the primary picture: also of its alternatives, as iOS 18 has it, but for a gain map, which
  /// is what these are derived from.
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

  /// Makes an item an auxiliary image of the primary picture, and gives it an XMP packet; a gain map with metadata becomes
  /// what a tone-mapped picture is derived from.
  mutating func describeAuxiliary(
    _ id: UInt32, type: AuxiliaryImageType, xmp: [UInt8]?, gainMap: GainMapMetadata? = nil
  ) {
    defer { if let gainMap { addToneMap(of: id, gainMap) } }
    if type == .isoGainMap {
      if let xmp { add(xmp: xmp, of: id) }
      return
    }
    let alternatives = groups.filter { $0.type == "altr" && $0.entities.contains(primaryID) }.flatMap(\.entities)
    // libheif below 1.18 takes no file with references to two pictures: only files that have such get more of them.
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
  /// The kind of file that the picture, or its tiles, are coded for.
  var format: PhotoFormat { items.contains { $0.entry.type == "av01" } ? .avif : .heic }

  /// The picture's size; nothing that is not stated.
  var size: PixelSize {
    guard let box = property("ispe"), case .imageSize(let size)? = try? ItemProperty(box, limits: .default) else {
      return PixelSize(width: 0, height: 0)
    }
    return size
  }

  /// Bits of each component, as `pixi` says; where it is missing, as most pictures have it.
  var bitDepths: [Int] {
    if let box = property("pixi"), case .bitDepths(let depths)? = try? ItemProperty(box, limits: .default),
      !depths.isEmpty
    {
      return depths
    }
    return [8]
  }
}
