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
}
