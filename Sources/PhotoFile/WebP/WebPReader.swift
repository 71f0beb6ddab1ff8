import CPictureCodecs
import Imaging

/// Reads WebP files; of an animation the first frame.
enum WebPReader: FlatReader {
  static func photo(
    from bytes: [UInt8], file: String, options: ReadingOptions
  ) throws(PhotoFileError) -> (photo: Photo, extent: ReadingExtent) {
    let chunks = try WebPChunks(bytes, file: file)
    let extent = try FlatPicture.extent(of: chunks.size, options: options, file: file)
    let metadata = try FlatMetadata.takingIPTC(
      from: metadata(of: chunks, in: bytes, file: file, limits: options.limits), limits: options.limits, file: file)
    let frame = try chunks.firstFrame(file: file)
    let place = frame?.place ?? PixelRect(chunks.size)
    let coded = frame?.bytes ?? bytes
    let colors = colors(of: chunks, in: bytes)
    let (pixels, loss) = try FlatPicture.pixels(
      .rgba8, colorSpace: colors.colorSpace, alphaType: chunks.hasAlpha ? .straight : .opaque,
      extent: extent, allowsIncomplete: options.allowsIncomplete || frame != nil
    ) { rows throws(PhotoFileError) in
      let complete = try decode(
        coded, at: place, of: rows, allowsIncomplete: options.allowsIncomplete, file: file)
      return complete == place.height ? chunks.size.height : place.y + complete
    }
    var photo = Photo(
      pixels: pixels, orientation: metadata.exif.flatMap(EXIFBlock.init)?.orientation ?? .up, metadata: metadata,
      sourceFormat: .webP)
    photo.warnings =
      [colors.warning].compactMap(\.self) + [loss, otherFrames(chunks)].compactMap { $0.map(PhotoWarning.init) }
    return (photo, extent)
  }

  private static func decode(
    _ coded: [UInt8], at place: PixelRect, of rows: cpic_rows, allowsIncomplete: Bool, file: String
  ) throws(PhotoFileError) -> Int {
    guard let first = rows.bytes else { return 0 }
    var (complete, message): (UInt32, cpic_message) = (0, cpic_message())
    let target = cpic_rows(bytes: first + (place.y * rows.row_bytes + 4 * place.x), row_bytes: rows.row_bytes)
    let status = coded.withUnsafeBufferPointer {
      cpic_webp_decode(
        $0.baseAddress, $0.count, UInt32(place.width), UInt32(place.height), allowsIncomplete, target, &complete,
        &message)
    }
    try PictureLibrary.webP.check(status, message, file: file)
    return Int(complete)
  }

  private static func otherFrames(_ chunks: WebPChunks) -> String? {
    FlatPicture.loss(ofFramesIn: chunks.frameCount)
  }

  static func summary(
    of bytes: [UInt8], file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> (summary: PhotoSummary, xmp: [UInt8]?) {
    let chunks = try WebPChunks(bytes, file: file)
    let metadata = try FlatMetadata.takingIPTC(
      from: metadata(of: chunks, in: bytes, file: file, limits: limits), limits: limits, file: file)
    var summary = PhotoSummary(
      format: .webP, size: chunks.size, orientation: metadata.exif.flatMap(EXIFBlock.init)?.orientation ?? .up,
      colorSpace: colors(of: chunks, in: bytes).colorSpace, bitsPerComponent: 8,
      metadata: metadata.kinds(withProfile: chunks.first("ICCP") != nil))
    summary.furtherItems = FlatPicture.furtherItems(chunks.frameCount - 1, "frame")
    return (summary, metadata.xmp)
  }

  static func stripped(
    _ bytes: [UInt8], of parts: Set<StripPart>, file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> (data: [UInt8], record: RemovalRecord) {
    let chunks = try WebPChunks(bytes, file: file)
    let metadata = try metadata(of: chunks, in: bytes, file: file, limits: limits)
    var removal = MetadataRemoval(parts)
    let kept = FlatMetadata.stripped(metadata, of: parts, by: &removal)
    let keepsUnknown = !parts.contains(.metadata)
    if keepsUnknown { for name in chunks.unknownNames { removal.noteUnknown("chunk \(name)") } }
    let profile = keepsUnknown ? nil : chunks.first("ICCP").map { ProfileTexts.removed(from: Array(bytes[$0])) }
    let file = try WebPWriter.file(chunks, of: bytes, metadata: kept, profile: profile, keepsUnknown: keepsUnknown)
    return (file, removal.record)
  }

  private static func metadata(
    of chunks: WebPChunks, in bytes: [UInt8], file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> PhotoMetadata {
    let (exif, xmp) = (chunks.first("EXIF"), chunks.first("XMP "))
    try FlatMetadata.admit(
      exif: exif?.count ?? 0, xmp: xmp?.count ?? 0, profile: chunks.first("ICCP")?.count ?? 0, limits: limits,
      file: file)
    let packet = xmp.map { Array(bytes[$0]) }
    return PhotoMetadata(
      exif: FlatMetadata.block(exif.map { Array(bytes[$0]) }), xmp: packet?.isEmpty == true ? nil : packet)
  }

  private static func colors(of chunks: WebPChunks, in bytes: [UInt8]) -> StatedColors {
    StatedColors(profile: chunks.first("ICCP").map { Array(bytes[$0]) }, of: .color)
  }
}
