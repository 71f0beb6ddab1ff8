import Imaging

/// Reads PNG files.
enum PNGReader {
  static func photo(
    from bytes: [UInt8], file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> Photo {
    let chunks = try PNGChunks(bytes, file: file)
    try limits.admit(chunks.size, file: file)
    let metadata = PNGMetadata(chunks, in: bytes, file: file, limits: limits)
    let blocks = try metadata.photoMetadata()
    let pixels = try PNGCodec.decode(bytes, chunks: chunks, colorSpace: try metadata.colorSpace(), file: file)
    return Photo(
      pixels: pixels, orientation: blocks.exif.flatMap(EXIFBlock.init)?.orientation ?? .up, metadata: blocks,
      sourceFormat: .png)
  }

  /// What a file holds; the picture is not decoded. Faces are left to who reads the XMP.
  static func summary(
    of bytes: [UInt8], file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> (summary: PhotoSummary, xmp: [UInt8]?) {
    let chunks = try PNGChunks(bytes, file: file)
    let metadata = PNGMetadata(chunks, in: bytes, file: file, limits: limits)
    let blocks = try metadata.photoMetadata()
    let summary = PhotoSummary(
      format: .png, size: chunks.size, orientation: blocks.exif.flatMap(EXIFBlock.init)?.orientation ?? .up,
      colorSpace: try metadata.colorSpace(), bitsPerComponent: chunks.bitDepth,
      metadata: blocks.kinds(withProfile: chunks.first("iCCP") != nil))
    return (summary, blocks.xmp)
  }
}
