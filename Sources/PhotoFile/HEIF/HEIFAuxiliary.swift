import Imaging
import Kernels

/// Decodes the auxiliary images of a HEIF file's primary picture: mattes, depth, gain map.
enum HEIFAuxiliary {
  /// An auxiliary image of a document that can be decoded.
  private struct Item {
    let type: AuxiliaryImageType
    let id: UInt32
    let picture: PictureItem
  }

  /// Decodes the requested images, cropped and reduced as the picture is: gray as `l8` or, with more than 8 bits,
  /// `l16` over the whole range, others as `rgba8` or `rgba16`.
  ///
  /// The picture's alpha is always included, because it is a part of the pixels. Damaged images are omitted, with a
  /// warning: the photo can be read without them.
  static func images(
    in document: HEIFDocument, extent: ReadingExtent, options: ReadingOptions
  ) throws(HEIFError) -> (images: [AuxiliaryImage], warnings: [PhotoWarning]) {
    let limits = options.limits
    let found = try wanted(in: document, options: options)
    let images = concurrentMap(found.count) { index -> AuxiliaryImage? in
      let item = found[index]
      guard let pixels = try? pixels(of: item.picture, extent: extent, in: document) else { return nil }
      let xmp = (try? HEIFMetadata.xmp(of: item.id, in: document, limits: limits)) ?? nil
      return AuxiliaryImage(
        type: item.type, pixels: pixels, xmp: xmp,
        depthRepresentation: item.type == .depth ? depthRepresentation(of: item.picture, xmp: xmp) : nil,
        gainMap: item.type.isGainMap ? document.gainMapMetadata(of: item.id) : nil)
    }
    let warnings = zip(found, images).compactMap { item, image in
      image != nil ? nil : PhotoWarning(message: "the auxiliary image \(item.type.rawValue) is damaged and left out")
    }
    return (images.compactMap(\.self), warnings)
  }

  /// The range of a depth map, from its properties or else from XMP.
  private static func depthRepresentation(of picture: PictureItem, xmp: [UInt8]?) -> DepthRepresentation? {
    for case .auxiliaryType(_, let subtype) in picture.properties {
      if let representation = DepthRepresentation(subtype: subtype) { return representation }
    }
    return DepthRepresentation(xmp: xmp)
  }

  /// Refuses files whose requested pictures exceed the limit of pixels together, or the file's length.
  static func admit(
    beside primary: ImageItem, in document: HEIFDocument, options: ReadingOptions
  ) throws(HEIFError) {
    let limits = options.limits
    let found = try wanted(in: document, options: options)
    let all = primary.pictures + found.map(\.picture)
    var area = all.reduce(0) { $0 + $1.size.area }
    if case .overlay(let overlay) = primary { area += overlay.size.area }
    guard area <= limits.totalPixels else {
      throw .limitExceeded(
        ReadingLimits.refusal("pictures of \(area) pixels together", limits.totalPixels, "totalPixels"))
    }
    // Several layers may show one picture.
    let shown = Set(primary.pictures.flatMap(\.tileIDs))
    let byteCount = document.byteCount(of: shown + found.flatMap(\.picture.tileIDs))
    guard byteCount <= document.availableByteCount else {
      throw .limitExceeded("its pictures have \(byteCount) bytes together, more than the file")
    }
  }

  /// Decodes the primary picture of a document as the auxiliary image that it is.
  static func pixels(ofPictureIn document: HEIFDocument, limits: ReadingLimits) throws(HEIFError) -> PixelBuffer {
    let picture = try PictureItem(document.primaryID, in: document, limits: limits)
    let visible = try picture.visibleRect()
    return try pixels(of: picture, extent: ReadingExtent(of: visible.size), in: document)
  }

  private static func pixels(
    of picture: PictureItem, extent: ReadingExtent, in document: HEIFDocument
  ) throws(HEIFError) -> PixelBuffer {
    let visible = try picture.visibleRect()
    let part = extent.auxiliary(of: visible.size)
    let region = PixelRect(
      x: visible.x + part.region.x, y: visible.y + part.region.y, width: part.region.width,
      height: part.region.height)
    let rendering = try PictureRendering(picture, region: region, size: part.size, asGray: true)
    return try rendering.pixels(from: document, colorSpace: picture.parameters.isGray ? .linearGray : .sRGB).pixels
  }

  /// The auxiliary images that can be decoded.
  static func summaries(
    in document: HEIFDocument, limits: ReadingLimits
  ) throws(HEIFError) -> [PhotoSummary.AuxiliaryImage] {
    try items(in: document, limits: limits).map { item in
      PhotoSummary.AuxiliaryImage(
        type: item.type, size: item.picture.size, bitsPerComponent: item.picture.parameters.depth,
        componentCount: item.picture.parameters.chromaFormat == 0 ? 1 : 3)
    }
  }

  /// The requested images, and alpha.
  private static func wanted(
    in document: HEIFDocument, options: ReadingOptions
  ) throws(HEIFError) -> [Item] {
    try items(in: document, limits: options.limits).filter {
      $0.type.isAlpha || options.auxiliaryImages.contains($0.type)
    }
  }

  private static func items(
    in document: HEIFDocument, limits: ReadingLimits
  ) throws(HEIFError) -> [Item] {
    let ids = document.auxiliaryIDs
    guard ids.count <= limits.pictures else {
      throw .limitExceeded(ReadingLimits.refusal("\(ids.count) auxiliary images", limits.pictures, "pictures"))
    }
    var items: [Item] = []
    for id in ids {
      guard let type = document.auxiliaryType(of: id),
        let picture = try? PictureItem(id, in: document, limits: limits)
      else { continue }
      items.append(Item(type: type, id: id, picture: picture))
    }
    return items
  }
}
