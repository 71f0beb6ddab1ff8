import CPictureCodecs
import Imaging
import Kernels

/// Reads TIFF files: the first page.
enum TIFFReader: FlatReader {
  /// libtiff's information about the first directory.
  private struct Page {
    var info: cpic_tiff_info
    let size: PixelSize
    let colors: StatedColors
    let metadata: PhotoMetadata
    /// The profile as the file has it.
    let profile: [UInt8]?
    private let canCopyEXIF: Bool

    var orientation: Orientation { Orientation(rawValue: Int(info.orientation)) ?? .up }
    var alphaType: AlphaType { !info.has_alpha ? .opaque : info.is_premultiplied ? .premultiplied : .straight }

    init(_ bytes: [UInt8], file: String, limits: ReadingLimits) throws(PhotoFileError) {
      var (found, message) = (cpic_tiff_info(), cpic_message())
      // Blocks have limits of their own.
      let limit = max(limits.profileBytes, limits.xmpBytes, limits.iptcBytes)
      let status = bytes.withUnsafeBufferPointer {
        cpic_tiff_read($0.baseAddress, $0.count, limit, &found, &message)
      }
      let (profile, xmp, resources) = (found.profile.take(), found.xmp.take(), found.photoshop.take())
      try PictureLibrary.tiff.check(status, message, file: file)
      info = found
      size = PixelSize(width: Int(found.width), height: Int(found.height))
      try FlatMetadata.admit(
        exif: 0, xmp: xmp?.count ?? 0, profile: profile?.count ?? 0, iptc: resources?.count ?? 0, limits: limits,
        file: file)
      let structure = TIFFMetadata(bytes)
      var lacksNote = false
      let exif = try structure?.exif(limits: limits, lacksNote: &lacksNote, file: file)
      metadata = PhotoMetadata(
        exif: exif, xmp: xmp,
        iptc: try structure?.iptc(limits: limits, file: file) ?? resources.map { JPEGIdentifier.photoshop + $0 })
      self.profile = profile
      let isAdobeRGB = profile == nil && exif.flatMap(EXIFBlock.init)?.isAdobeRGB == true
      // Pixels of other kinds, such as CIE L*a*b*, are converted to sRGB by the decoder.
      let samples: StatedColors.Samples? =
        found.is_gray ? .gray : found.is_rgb ? .color : found.is_cmyk ? .inks(is16Bit: found.bits > 8) : nil
      colors = StatedColors(
        profile: samples == nil ? nil : profile, of: samples ?? .color,
        otherwise: isAdobeRGB && found.is_rgb && !found.is_float ? .adobeRGB : .sRGB)
      // Floats without a profile are light: nothing else states their meaning.
      info.is_linear = found.is_float && profile == nil
      canCopyEXIF = structure != nil || !found.is_big
    }

    /// What of the page is not read.
    var warnings: [PhotoWarning] {
      var warnings: [PhotoWarning] = []
      if info.loses_alpha {
        warnings.append(
          .leavingOut(
            "its transparency",
            because: "that of gray, RGB and CMYK is read, and that beside L*a*b*, and of no other colours"))
      }
      if let warning = colors.warning { warnings.append(warning) }
      if info.further_pages > 0 {
        warnings.append(PhotoWarning(message: "only the first of \(info.further_pages + 1) pages is read"))
      }
      if !canCopyEXIF {
        warnings.append(.leavingOut("EXIF", because: "the directory of this BigTIFF cannot be copied"))
      }
      return warnings
    }
  }

  static func photo(
    from bytes: [UInt8], file: String, options: ReadingOptions
  ) throws(PhotoFileError) -> (photo: Photo, extent: ReadingExtent) {
    let page = try Page(bytes, file: file, limits: options.limits)
    let extent = try FlatPicture.extent(of: page.size, options: options, file: file)
    var isClipped = false
    let (pixels, loss) = try FlatPicture.pixels(
      page.info.bits > 8 ? .rgba16 : .rgba8, colorSpace: page.colors.colorSpace, alphaType: page.alphaType,
      extent: extent, allowsIncomplete: options.allowsIncomplete
    ) { rows throws(PhotoFileError) in
      try decode(bytes, page, rows, allowsIncomplete: options.allowsIncomplete, isClipped: &isClipped, file: file)
    }
    var photo = Photo(
      pixels: pixels, orientation: page.orientation, metadata: page.metadata, sourceFormat: .tiff)
    photo.warnings = (loss.map { [PhotoWarning(message: $0)] } ?? []) + page.warnings
    if isClipped {
      photo.warnings.append(
        PhotoWarning(message: "what is brighter than white in it is white: floats are read up to 1"))
    }
    return (photo, extent)
  }

  private static func decode(
    _ bytes: [UInt8], _ page: Page, _ rows: cpic_rows, allowsIncomplete: Bool, isClipped: inout Bool, file: String
  ) throws(PhotoFileError) -> Int {
    var (info, complete, message) = (page.info, UInt32(0), cpic_message())
    let (size, inks) = (page.size, page.colors.inks)
    info.gives_inks = inks != nil
    let samples = UnsafeMutableRawBufferPointer(start: rows.bytes, count: rows.row_bytes * size.height)
    // One strip may be the whole picture, with its extra samples; a tile may be larger than a small picture.
    let sides = [size.width, size.height].map { ($0 + 63) / 64 * 64 }
    let memory = 16 * sides[0] * sides[1] + 16 << 20
    let isDeep = page.info.bits > 8
    var alpha = [UInt8](repeating: 0, count: info.is_cmyk && info.has_alpha ? size.area * (isDeep ? 2 : 1) : 0)
    let status = bytes.withUnsafeBufferPointer { data in
      alpha.withUnsafeMutableBufferPointer { alpha in
        info.alpha = alpha.isEmpty ? nil : alpha.baseAddress
        defer { info.alpha = nil }
        return cpic_tiff_decode(
          data.baseAddress, data.count, &info, allowsIncomplete, memory, rows, &complete, &message)
      }
    }
    try PictureLibrary.tiff.check(status, message, file: file)
    isClipped = info.is_clipped
    if inks != nil || page.info.is_cmyk && (isDeep || page.info.has_alpha) || page.info.is_lab {
      let end = min(Int(complete), size.height) * rows.row_bytes
      alpha.withUnsafeBytes {
        inks?.convert(
          UnsafeMutableRawBufferPointer(rebasing: samples[..<end]), pixelsPerRow: size.width,
          alpha: $0.isEmpty ? nil : $0)
      }
      // In incomplete rows, ink and L*a*b* samples are not valid colours.
      FlatPicture.fill(
        UnsafeMutableRawBufferPointer(rebasing: samples[end...]), isDeep ? .rgba16 : .rgba8,
        isOpaque: page.alphaType == .opaque)
    }
    return Int(complete)
  }

  static func summary(
    of bytes: [UInt8], file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> (summary: PhotoSummary, xmp: [UInt8]?) {
    let page = try Page(bytes, file: file, limits: limits)
    var summary = PhotoSummary(
      format: .tiff, size: page.size, orientation: page.orientation, colorSpace: page.colors.colorSpace,
      bitsPerComponent: Int(page.info.bits), metadata: page.metadata.kinds(withProfile: page.profile != nil))
    summary.colorSpaceName = TIFFMetadata(bytes)?.isLab == true ? "Lab" : page.colors.name
    summary.furtherItems = FlatPicture.furtherItems(Int(page.info.further_pages), "page")
    return (summary, page.metadata.xmp)
  }

  static func stripped(
    _ bytes: [UInt8], of parts: Set<StripPart>, file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> (data: [UInt8], record: RemovalRecord) {
    let page = try Page(bytes, file: file, limits: limits)
    var removal = MetadataRemoval(parts)
    var metadata = FlatMetadata.stripped(page.metadata, of: parts, by: &removal)
    let structure = TIFFStructure(bytes, acceptsBig: true)
    let tags = structure?.tagsOfPages ?? []
    let containsPlaces = tags.contains(where: TIFFTag.places.contains)
    if removal.removesPlaces, containsPlaces { removal.note(.location, "tags of GeoTIFF") }
    let unreferenced = structure.map { TIFFUnreferencedBytes($0, limits: limits) }
    let isReadable = TIFFMetadata(bytes) != nil
    if !parts.contains(.metadata) {
      if !isReadable { removal.noteUnknown("EXIF in directories that cannot be copied") }
      for tag in tags where TIFFTag.isUnknown(tag) { removal.noteUnknown("tag \(tag)") }
      for tag in unreferenced?.repeatedTags ?? [] { removal.noteUnknown("tag \(tag), which is there more than once") }
      if let count = unreferenced?.count, count > 0 {
        removal.noteUnknown("\(count) bytes that no directory leads to")
      }
    }
    if unreferenced?.usedBytes.isIncomplete == true {
      let place = "what lies behind the samples of pages that take long to decode or cannot be decoded whole"
      // It stays also where all metadata go.
      if parts.contains(.metadata) { removal.note(.unknown, place) } else { removal.noteUnknown(place) }
    }
    let found = structure.map { TIFFPageSearch.contents(of: parts, in: bytes, $0, limits: limits) } ?? []
    for content in found { removal.note(content.kind, content.place) }
    // Of pages after the first no metadata are kept where their owner or place is to go.
    let keepsPages = page.info.further_pages == 0 || found.isEmpty && !removal.isSearching
    if !parts.contains(.metadata), metadata == page.metadata, keepsPages, isReadable, !containsPlaces {
      return (bytes, removal.record)
    }
    let isLittle = bytes.first == 0x49
    if parts.contains(.metadata), page.orientation != .up {
      metadata.exif = EXIFBlock(orientation: page.orientation, isLittleEndian: isLittle)?.bytes
    }
    let profile = parts.contains(.metadata) ? page.profile.map(ProfileTexts.removed) : page.profile
    let file = try TIFFMetadataReplacement.file(
      bytes, with: metadata, profile: profile == page.profile ? nil : profile,
      extent: parts.contains(.metadata) ? .onlyStructure : .replaced,
      besides: unreferenced, file: file)
    return (file, removal.record)
  }
}

extension TIFFStructure {
  /// The tags of all pages, each once.
  fileprivate var tagsOfPages: [Int] {
    let offsets = chain(from: firstDirectoryOffset ?? 0, atMost: TIFFUnreferencedBytes.maximumPages).offsets
    return Set(offsets.compactMap { directory(at: $0) }.flatMap(\.entries).map(\.tag)).sorted()
  }
}
