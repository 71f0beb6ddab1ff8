import CPictureCodecs
import Imaging

/// Reads JPEG XL files; of an animation the first frame.
enum JPEGXLReader: FlatReader {
  /// The values of a file's header.
  private struct Header {
    var info: cpic_jxl_info
    let size: PixelSize
    let colors: StatedColors
    let metadata: PhotoMetadata
    let hasProfile: Bool
    /// The profile that the codestream itself has, from which samples may have been converted; nil if there is none.
    let codedProfile: [UInt8]?

    var orientation: Orientation { Orientation(rawValue: Int(info.orientation)) ?? .up }
    /// Bytes behind the picture, of a codestream without boxes.
    var trailingCount: Int { Int(info.trailing_count) }

    init(_ bytes: [UInt8], file: String, limits: ReadingLimits) throws(PhotoFileError) {
      var (found, message) = (cpic_jxl_info(), cpic_message())
      // Blocks are held to limits of their own below.
      let limit = max(limits.profileBytes, limits.xmpBytes, limits.exifBytes)
      let status = bytes.withUnsafeBufferPointer {
        cpic_jxl_read($0.baseAddress, $0.count, limit, &found, &message)
      }
      let (profile, exif, xmp) = (found.profile.take(), found.exif.take(), found.xmp.take())
      codedProfile = found.coded_profile.take()
      try PictureLibrary.jpegXL.check(status, message, file: file)
      info = found
      size = PixelSize(width: Int(found.width), height: Int(found.height))
      // The block begins at an offset stored in four bytes.
      let block = exif.flatMap { exif -> [UInt8]? in
        guard exif.count > 4 else { return nil }
        let offset = exif[..<4].reduce(0) { $0 << 8 | Int($1) }
        return offset < exif.count - 4 ? FlatMetadata.block(Array(exif[(4 + offset)...])) : nil
      }
      try FlatMetadata.admit(
        exif: block?.count ?? 0, xmp: xmp?.count ?? 0, profile: codedProfile?.count ?? 0, limits: limits, file: file)
      metadata = PhotoMetadata(exif: block, xmp: xmp)
      hasProfile = profile != nil || codedProfile != nil
      let colorSpace: ColorSpace
      switch found.color {
      case CPIC_JXL_DISPLAY_P3: colorSpace = .displayP3
      case CPIC_JXL_LINEAR_SRGB: colorSpace = .extendedLinearSRGB
      case CPIC_JXL_PQ: colorSpace = .pq(ColorPrimaries(codePoint: Int(found.primaries)) ?? .bt2020)
      case CPIC_JXL_HLG: colorSpace = .hlg(ColorPrimaries(codePoint: Int(found.primaries)) ?? .bt2020)
      default: colorSpace = .sRGB
      }
      colors = StatedColors(
        profile: found.color == CPIC_JXL_PROFILE ? profile : nil, of: found.is_gray ? .gray : .color,
        otherwise: colorSpace)
    }
  }

  static func photo(
    from bytes: [UInt8], file: String, options: ReadingOptions
  ) throws(PhotoFileError) -> (photo: Photo, extent: ReadingExtent) {
    let header = try Header(bytes, file: file, limits: options.limits)
    let extent = try FlatPicture.extent(of: header.size, options: options, file: file)
    var info = header.info
    let metadata = try FlatMetadata.takingIPTC(from: header.metadata, limits: options.limits, file: file)
    let (pixels, loss) = try FlatPicture.pixels(
      info.bits > 8 ? .rgba16 : .rgba8, colorSpace: header.colors.colorSpace,
      alphaType: info.has_alpha ? .straight : .opaque,
      extent: extent, allowsIncomplete: options.allowsIncomplete
    ) { rows throws(PhotoFileError) in
      var (complete, message) = (UInt32(0), cpic_message())
      let status = bytes.withUnsafeBufferPointer {
        cpic_jxl_decode($0.baseAddress, $0.count, &info, options.allowsIncomplete, rows, &complete, &message)
      }
      try PictureLibrary.jpegXL.check(status, message, file: file)
      return Int(complete)
    }
    var photo = Photo(
      pixels: pixels, orientation: header.orientation, metadata: metadata, sourceFormat: .jpegXL)
    let others = FlatPicture.loss(ofFramesIn: Int(info.further_frames) + 1)
    photo.warnings =
      [header.colors.warning].compactMap(\.self) + [loss, others].compactMap { $0.map(PhotoWarning.init) }
    return (photo, extent)
  }

  static func summary(
    of bytes: [UInt8], file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> (summary: PhotoSummary, xmp: [UInt8]?) {
    let header = try Header(bytes, file: file, limits: limits)
    let metadata = try FlatMetadata.takingIPTC(from: header.metadata, limits: limits, file: file)
    var summary = PhotoSummary(
      format: .jpegXL, size: header.size, orientation: header.orientation, colorSpace: header.colors.colorSpace,
      bitsPerComponent: Int(header.info.bits), metadata: metadata.kinds(withProfile: header.hasProfile))
    let codedName = header.info.is_converted ? header.codedProfile.flatMap(ProfileDescription.text) : nil
    summary.colorSpaceName = codedName ?? header.colors.name
    summary.furtherItems = FlatPicture.furtherItems(Int(header.info.further_frames), "frame")
    return (summary, metadata.xmp)
  }

  static func stripped(
    _ bytes: [UInt8], of parts: Set<StripPart>, file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> (data: [UInt8], record: RemovalRecord) {
    let header = try Header(bytes, file: file, limits: limits)
    var removal = MetadataRemoval(parts)
    let boxes = try JPEGXLBoxes(bytes, file: file)
    if parts.contains(.metadata), let profile = header.codedProfile, ProfileTexts.removed(from: profile) != profile {
      removal.note(.unknown, "the colour profile, which only coding the picture anew can change")
    }
    let codestream = boxes?.codestream ?? bytes
    // A codestream holds no metadata, but there may be anything behind it, in its box, too.
    let trailing =
      try boxes == nil ? header.trailingCount : Header(codestream, file: file, limits: limits).trailingCount
    if trailing > 0, !parts.contains(.metadata) { removal.noteUnknown("\(trailing) bytes behind the picture") }
    let picture = trailing > 0 && parts.contains(.metadata) ? Array(codestream.dropLast(trailing)) : nil
    guard let boxes else { return (picture ?? bytes, removal.record) }
    var metadata = FlatMetadata.stripped(header.metadata, of: parts, by: &removal)
    // Orientation is in the codestream.
    if parts.contains(.metadata) { metadata.exif = nil }
    let keepsUnknown = !parts.contains(.metadata)
    if keepsUnknown { for type in boxes.unknownTypes { removal.noteUnknown("box \(type)") } }
    return (
      boxes.file(exif: metadata.exif, xmp: metadata.xmp, keepsUnknown: keepsUnknown, codestream: picture),
      removal.record
    )
  }
}
