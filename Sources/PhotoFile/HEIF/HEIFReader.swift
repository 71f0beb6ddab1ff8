import Imaging

/// Reads HEIC and AVIF files: pictures coded with HEVC or AV1, in one piece, in tiles or in layers, with their metadata
/// and auxiliary images.
enum HEIFReader {
  /// Decodes the requested part of a photo on all cores.
  ///
  /// The pixels are as stored, with the orientation of `irot` and `imir`; HEIF ignores EXIF's tag. Faces are read from
  /// the XMP by the caller.
  static func photo(
    from document: HEIFDocument, file: String, options: ReadingOptions
  ) throws(PhotoFileError) -> (photo: Photo, extent: ReadingExtent) {
    let primary: ImageItem
    let visible: PixelRect
    do throws(HEIFError) {
      primary = try ImageItem(document.primaryID, in: document, limits: options.limits)
      visible = try primary.visibleRect()
      try HEIFAuxiliary.admit(beside: primary, in: document, options: options)
    } catch {
      throw error.fileError(in: file)
    }
    let extent = try ReadingExtent(of: visible.size, options: options, file: file)
    do throws(HEIFError) {
      var warnings = [primary.colorWarning].compactMap(\.self)
      let metadata = try metadata(in: document, options: options, warnings: &warnings)
      let pixels = try pixels(
        of: primary, visible: visible, extent: extent, in: document, options: options, warnings: &warnings)
      let auxiliary = try HEIFAuxiliary.images(in: document, extent: extent, options: options)
      var photo = Photo(
        pixels: pixels, orientation: primary.orientation, metadata: metadata, auxiliaryImages: auxiliary.images,
        sourceFormat: primary.format)
      photo.warnings = warnings + auxiliary.warnings
      HEIFAlpha.absorb(
        into: &photo, isPremultiplied: !document.targets(of: "prem", from: document.primaryID).isEmpty)
      photo.auxiliaryImages.removeAll { !options.auxiliaryImages.contains($0.type) }
      return (photo, extent)
    } catch {
      throw error.fileError(in: file)
    }
  }

  /// The metadata; none if they are damaged and the file may be incomplete.
  private static func metadata(
    in document: HEIFDocument, options: ReadingOptions, warnings: inout [PhotoWarning]
  ) throws(HEIFError) -> PhotoMetadata {
    do throws(HEIFError) {
      return try HEIFMetadata.metadata(of: document.primaryID, in: document, limits: options.limits)
    } catch {
      guard options.allowsIncomplete, case .malformed = error else { throw error }
      warnings.append(PhotoWarning(message: "the metadata are damaged and left out"))
      return PhotoMetadata()
    }
  }

  private static func pixels(
    of primary: ImageItem, visible: PixelRect, extent: ReadingExtent, in document: HEIFDocument,
    options: ReadingOptions, warnings: inout [PhotoWarning]
  ) throws(HEIFError) -> PixelBuffer {
    if let thumbnail = thumbnail(of: primary, visible: visible, extent: extent, in: document, options.limits) {
      let space = try thumbnail.colors.isEmpty ? primary.colorSpace() : ImageItem.picture(thumbnail).colorSpace()
      let rendering = try PictureRendering(
        thumbnail, region: PixelRect(thumbnail.size), size: extent.size, asGray: false)
      if let pixels = try? rendering.pixels(from: document, colorSpace: space).pixels { return pixels }
    }
    let region = PixelRect(
      x: visible.x + extent.region.x, y: visible.y + extent.region.y, width: extent.region.width,
      height: extent.region.height)
    let (pixels, missing) = try primary.pixels(
      region, size: extent.size, from: document, allowsMissingTiles: options.allowsIncomplete)
    if missing > 0 {
      warnings.append(
        PhotoWarning(
          message:
            "\(missing) of the picture's \(primary.pictures.reduce(0) { $0 + $1.tileIDs.count }) tiles are missing, and gray"
        ))
    }
    return pixels
  }

  /// The smallest of the file's thumbnails that shows the whole picture with at least the requested pixels; nil if
  /// there is none or it saves no work.
  private static func thumbnail(
    of primary: ImageItem, visible: PixelRect, extent: ReadingExtent, in document: HEIFDocument,
    _ limits: ReadingLimits
  ) -> PictureItem? {
    let (whole, target) = (extent.whole, extent.size)
    guard extent.isReduced, extent.isWhole, visible == PixelRect(primary.size) else { return nil }
    let candidates = document.sources(of: "thmb", to: document.primaryID).prefix(limits.pictures)
      .compactMap { try? PictureItem($0, in: document, limits: limits) }
      .filter { picture in
        // The aspect ratios are equal except for the rounding of one side.
        let isOfShape =
          abs(picture.size.width * whole.height - picture.size.height * whole.width) < max(whole.width, whole.height)
        return isOfShape && picture.size.width >= target.width && picture.size.height >= target.height
          && picture.size.area < whole.area && picture.orientation == primary.orientation
          && (try? picture.visibleRect()) == PixelRect(picture.size)
      }
    return candidates.min { $0.size.area < $1.size.area }
  }

  /// Reads what a file holds without decoding a picture. Faces are read from the XMP by the caller.
  static func summary(
    of document: HEIFDocument, file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> (summary: PhotoSummary, xmp: [UInt8]?) {
    do throws(HEIFError) {
      let primary = try ImageItem(document.primaryID, in: document, limits: limits)
      let metadata = try HEIFMetadata.metadata(of: document.primaryID, in: document, limits: limits)
      let colorSpace = try primary.colorSpace()
      var kinds: [PhotoSummary.MetadataKind] = []
      if metadata.exif != nil { kinds.append(.exif) }
      if metadata.xmp != nil { kinds.append(.xmp) }
      if metadata.iptc != nil { kinds.append(.iptc) }
      let colors = primary.statedColors
      if colors != nil { kinds.append(.icc) }
      var summary = PhotoSummary(
        format: primary.format, size: try primary.visibleRect().size, orientation: primary.orientation,
        colorSpace: colorSpace, bitsPerComponent: primary.depth, metadata: kinds,
        auxiliaryImages: try HEIFAuxiliary.summaries(in: document, limits: limits))
      if let colors { summary.colorSpaceName = colors.name }
      return (summary, metadata.xmp)
    } catch {
      throw error.fileError(in: file)
    }
  }
}
