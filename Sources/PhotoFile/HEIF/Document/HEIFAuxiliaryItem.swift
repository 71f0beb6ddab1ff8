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

  func file() -> [UInt8] { HEIFDocumentWriter.file(of: self) }

  /// The orientation that a picture's properties give it.
  func orientation(of id: UInt32) -> Orientation {
    OrientationProperties.orientation(of: values(of: id))
  }

  /// The auxiliary images of the primary picture, in the order of their numbers.
  var auxiliaryIDs: [UInt32] { sources(of: "auxl", to: primaryID).filter { $0 != primaryID } }

  /// The type that an item's `auxC` states.
  func auxiliaryType(of id: UInt32) -> AuxiliaryImageType? {
    for case .auxiliaryType(let urn, _) in values(of: id) { return AuxiliaryImageType(rawValue: urn) }
    return nil
  }

  /// An auxiliary image apart from the file; nil if the item states no type.
  func encodedImage(_ id: UInt32, orientation: Orientation) throws(HEIFError) -> EncodedAuxiliaryImage? {
    guard let type = auxiliaryType(of: id) else { return nil }
    let tree = try CodedItemTree(id, of: self)
    return EncodedAuxiliaryImage(tree, type: type, xmp: xmpItem(of: id).flatMap(data), orientation: orientation)
  }

  /// Adds an auxiliary image of the primary picture: also of its alternatives, as iOS 18 has it, but for a gain map, which
  /// is what these are derived from.
  @discardableResult
  mutating func addAuxiliary(
    _ tree: CodedItemTree, type: AuxiliaryImageType, xmp: [UInt8]?, orientation: Orientation
  ) -> UInt32 {
    let id = add(tree.transformed(by: OrientationProperties(orientation)).marking("auxC", essential: true))
    describeAuxiliary(id, type: type, xmp: xmp)
    return id
  }

  /// Makes an item an auxiliary image of the primary picture, and gives it an XMP packet.
  mutating func describeAuxiliary(_ id: UInt32, type: AuxiliaryImageType, xmp: [UInt8]?) {
    let alternatives = groups.filter { $0.type == "altr" && $0.entities.contains(primaryID) }.flatMap(\.entities)
    let others = alternatives.filter { $0 != primaryID && item($0)?.entry.type == "tmap" }
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
