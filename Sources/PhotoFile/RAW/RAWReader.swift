import CPictureCodecs
import Imaging
import Kernels

/// Reads cameras' RAW files, developed to sRGB of 16 bits with the camera's white balance and colour matrix.
enum RAWReader: FlatReader {
  static func photo(
    from bytes: [UInt8], file: String, options: ReadingOptions
  ) throws(PhotoFileError) -> (photo: Photo, extent: ReadingExtent) {
    let info = try info(of: bytes, file: file)
    let size = PixelSize(width: Int(info.width), height: Int(info.height))
    let extent = try FlatPicture.extent(of: size, options: options, file: file)
    let (metadata, warnings) = try metadata(of: bytes, file: file, limits: options.limits)
    let half = size.half
    // Four samples of the sensor then make one pixel, without interpolation.
    let isHalfEnough = extent.isWhole && extent.size.width <= half.width && extent.size.height <= half.height
    let pixels: PixelBuffer
    if isHalfEnough {
      let whole = ReadingExtent(of: half)
      let developed = try develop(bytes, info, extent: whole, isHalf: true, file: file)
      pixels =
        half == extent.size
        ? developed
        : AreaReduction(from: half, to: extent.size, of: .rgba16, alphaType: .opaque).reduced(developed)
    } else {
      pixels = try develop(bytes, info, extent: extent, isHalf: false, file: file)
    }
    var photo = Photo(
      pixels: pixels, orientation: Orientation(rawValue: Int(info.orientation)) ?? .up, metadata: metadata,
      sourceFormat: .raw)
    photo.warnings = warnings
    return (photo, extent)
  }

  private static func develop(
    _ bytes: [UInt8], _ info: cpic_raw_info, extent: ReadingExtent, isHalf: Bool, file: String
  ) throws(PhotoFileError) -> PixelBuffer {
    try FlatPicture.pixels(
      .rgba16, colorSpace: .sRGB, alphaType: .opaque, extent: extent, allowsIncomplete: false
    ) { rows throws(PhotoFileError) in
      var (info, message) = (info, cpic_message())
      // Samples of 16 bits, with the sensor's border, and half as much again.
      let memory = UInt32(clamping: 64 + 3 * Int(info.width) * Int(info.height) >> 20)
      let status = bytes.withUnsafeBufferPointer {
        cpic_raw_decode($0.baseAddress, $0.count, &info, isHalf, memory, rows, &message)
      }
      try PictureLibrary.raw.check(status, message, file: file)
      return extent.whole.height
    }.pixels
  }

  static func summary(
    of bytes: [UInt8], file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> (summary: PhotoSummary, xmp: [UInt8]?) {
    let info = try info(of: bytes, file: file)
    let metadata = try metadata(of: bytes, file: file, limits: limits).metadata
    let summary = PhotoSummary(
      format: .raw, size: PixelSize(width: Int(info.width), height: Int(info.height)),
      orientation: Orientation(rawValue: Int(info.orientation)) ?? .up, colorSpace: .sRGB, bitsPerComponent: 16,
      metadata: metadata.kinds(withProfile: false))
    return (summary, metadata.xmp)
  }

  private static func info(of bytes: [UInt8], file: String) throws(PhotoFileError) -> cpic_raw_info {
    var (info, message) = (cpic_raw_info(), cpic_message())
    let status = bytes.withUnsafeBufferPointer { cpic_raw_read($0.baseAddress, $0.count, &info, &message) }
    try PictureLibrary.raw.check(status, message, file: file)
    return info
  }

  /// The maximum length of a maker's note to copy: with a longer one EXIF would not fit into a JPEG.
  private static let longestNote = 40_000

  /// The tags of a file that is a TIFF, those in Canon's boxes, or those of the JPEG in Fujifilm's files; with the
  /// names of the omitted ones.
  private static func metadata(
    of bytes: [UInt8], file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> (metadata: PhotoMetadata, warnings: [PhotoWarning]) {
    let metadata: PhotoMetadata
    var lacksNote = false
    if bytes.starts(with: "FUJIFILM".utf8) {
      metadata = try previewMetadata(of: bytes, file: file, limits: limits)
    } else if let boxes = CanonBoxes(bytes, limits: limits) {
      lacksNote = true
      metadata = PhotoMetadata(
        exif: try boxes.exif(limits: limits, file: file), xmp: try boxes.xmp(limits: limits, file: file))
    } else if let directories = TIFFMetadata(bytes) {
      metadata = PhotoMetadata(
        exif: try directories.exif(
          limits: limits, longestNote: longestNote, lacksNote: &lacksNote, file: file),
        xmp: try directories.xmp(limits: limits, file: file), iptc: try directories.iptc(limits: limits, file: file))
    } else {
      metadata = PhotoMetadata()
    }
    if metadata.exif == nil {
      return (metadata, [.leavingOut("EXIF", because: "it is not read from this kind of RAW file")])
    }
    let note = PhotoWarning.leavingOut("the maker's note", because: "it is bound to the RAW file")
    return (metadata, lacksNote ? [note] : [])
  }

  /// The metadata of the preview JPEG whose place and length are in Fujifilm's header.
  private static func previewMetadata(
    of bytes: [UInt8], file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> PhotoMetadata {
    guard bytes.count > 92 else { return PhotoMetadata() }
    func number(_ position: Int) -> Int { bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) } }
    let (start, length) = (number(84), number(88))
    guard start < bytes.count, length <= bytes.count - start,
      let picture = try? JPEGPicture(Array(bytes[start..<start + length]), file: file)
    else { return PhotoMetadata() }
    return try JPEGMetadata(picture, file: file, limits: limits).photoMetadata()
  }
}
