import Imaging

/// Reads PNG files.
enum PNGReader: FlatReader {
  static func photo(
    from bytes: [UInt8], file: String, options: ReadingOptions
  ) throws(PhotoFileError) -> (photo: Photo, extent: ReadingExtent) {
    let chunks = try PNGChunks(bytes, file: file)
    let extent = try FlatPicture.extent(of: chunks.size, options: options, file: file)
    let metadata = PNGMetadata(chunks, in: bytes, file: file, limits: options.limits)
    let blocks = try metadata.photoMetadata()
    let colors = try metadata.colors()
    let (pixels, loss) = try PNGCodec.decode(
      bytes, chunks: chunks, extent: extent, colorSpace: colors.colorSpace,
      allowsIncomplete: options.allowsIncomplete, file: file)
    var photo = Photo(
      pixels: pixels, orientation: blocks.exif.flatMap(EXIFBlock.init)?.orientation ?? .up, metadata: blocks,
      sourceFormat: .png)
    photo.texts = metadata.texts
    let frames = chunks.frameCount(in: bytes)
    let others = FlatPicture.loss(ofFramesIn: frames)
    photo.warnings = [colors.warning].compactMap(\.self) + [loss, others].compactMap { $0.map(PhotoWarning.init) }
    return (photo, extent)
  }

  static func summary(
    of bytes: [UInt8], file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> (summary: PhotoSummary, xmp: [UInt8]?) {
    let chunks = try PNGChunks(bytes, file: file)
    let metadata = PNGMetadata(chunks, in: bytes, file: file, limits: limits)
    let blocks = try metadata.photoMetadata()
    let colors = try metadata.colors()
    var summary = PhotoSummary(
      format: .png, size: chunks.size, orientation: blocks.exif.flatMap(EXIFBlock.init)?.orientation ?? .up,
      colorSpace: colors.colorSpace, bitsPerComponent: chunks.bitDepth,
      metadata: blocks.kinds(withProfile: chunks.first("iCCP") != nil))
    summary.colorSpaceName = colors.name
    let frames = chunks.frameCount(in: bytes)
    summary.furtherItems = FlatPicture.furtherItems(frames - 1, "frame")
    summary.furtherItems += metadata.textNames
    return (summary, blocks.xmp)
  }

  static func stripped(
    _ bytes: [UInt8], of parts: Set<StripPart>, file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> (data: [UInt8], record: RemovalRecord) {
    try PNGStripping.stripped(bytes, of: parts, file: file, limits: limits)
  }
}
