import CPictureCodecs
import Imaging

/// Reads GIF files: the first frame, XMP and comments.
enum GIFReader: FlatReader {
  static func photo(
    from bytes: [UInt8], file: String, options: ReadingOptions
  ) throws(PhotoFileError) -> (photo: Photo, extent: ReadingExtent) {
    var info = try info(of: bytes, file: file)
    let size = PixelSize(width: Int(info.width), height: Int(info.height))
    let extent = try FlatPicture.extent(of: size, options: options, file: file)
    let (pixels, loss) = try FlatPicture.pixels(
      .rgba8, colorSpace: .sRGB, alphaType: info.has_alpha ? .straight : .opaque, extent: extent,
      allowsIncomplete: options.allowsIncomplete
    ) { rows throws(PhotoFileError) in
      var (complete, message) = (UInt32(0), cpic_message())
      let status = bytes.withUnsafeBufferPointer {
        cpic_gif_decode($0.baseAddress, $0.count, &info, options.allowsIncomplete, rows, &complete, &message)
      }
      try PictureLibrary.gif.check(status, message, file: file)
      return Int(complete)
    }
    let metadata = try GIFMetadata(bytes, file: file, limits: options.limits)
    var photo = Photo(pixels: pixels, metadata: PhotoMetadata(xmp: metadata.xmp), sourceFormat: .gif)
    photo.texts = metadata.texts
    let others = FlatPicture.loss(ofFramesIn: Int(info.further_frames) + 1)
    photo.warnings = [loss, others].compactMap { $0.map(PhotoWarning.init) }
    return (photo, extent)
  }

  static func summary(
    of bytes: [UInt8], file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> (summary: PhotoSummary, xmp: [UInt8]?) {
    let info = try info(of: bytes, file: file)
    let metadata = try GIFMetadata(bytes, file: file, limits: limits)
    let blocks = PhotoMetadata(xmp: metadata.xmp)
    var summary = PhotoSummary(
      format: .gif, size: PixelSize(width: Int(info.width), height: Int(info.height)), orientation: .up,
      colorSpace: .sRGB, bitsPerComponent: 8, metadata: blocks.kinds(withProfile: false))
    summary.furtherItems = FlatPicture.furtherItems(Int(info.further_frames), "frame")
    summary.furtherItems += PNGText.names(of: metadata.texts.lazy.map { $0.data[...] })
    return (summary, blocks.xmp)
  }

  private static func info(of bytes: [UInt8], file: String) throws(PhotoFileError) -> cpic_gif_info {
    var (info, message) = (cpic_gif_info(), cpic_message())
    let status = bytes.withUnsafeBufferPointer { cpic_gif_read($0.baseAddress, $0.count, &info, &message) }
    try PictureLibrary.gif.check(status, message, file: file)
    return info
  }
}
