import Imaging
import Kernels

/// Reads JPEG files: one picture, or several with a Multi-Picture index as an iPhone writes them.
enum JPEGReader {
  /// Decodes the requested part of a photo. Faces are read from the XMP by the caller.
  static func photo(
    from document: JPEGDocument, file: String, options: ReadingOptions
  ) throws(PhotoFileError) -> (photo: Photo, extent: ReadingExtent) {
    let limits = options.limits
    let size = document.primary.frame.size
    try limits.admit(size, file: file)
    let extent = try ReadingExtent(of: size, options: options, file: file)
    let metadata = JPEGMetadata(document.primary, file: file, limits: limits)
    let blocks = try metadata.photoMetadata()
    let colors = try metadata.colors(exif: blocks.exif)
    var warnings = [colors.warning].compactMap(\.self)
    let skip: ((PhotoWarning) -> Void)? = options.allowsIncomplete ? { warnings.append($0) } : nil
    let requested = try requestedPictures(in: document, file: file, options: options, skipping: skip)
    // Many small parts of a file can each state a large picture.
    try limits.admit(totalPixels: requested.reduce(size.area) { $0 + $1.frame.size.area }, file: file)

    // The photo's own pixels take longest, and come first.
    let decoded = concurrentMap(requested.count + 1) { index in
      Result { () throws(PhotoFileError) in
        guard index > 0 else {
          return try JPEGCodec.decode(
            document.original, extent: extent, format: .rgba8, colorSpace: colors.colorSpace, inks: colors.inks,
            allowsIncomplete: options.allowsIncomplete, limits: limits, file: file)
        }
        let picture = requested[index - 1]
        return try decode(
          picture.frame, in: document.original, at: picture.start, extent: extent, file: file, limits: limits)
      }
    }
    let primary = try decoded[0].get()
    if let loss = primary.loss { warnings.insert(PhotoWarning(message: loss), at: 0) }
    let images = try auxiliaryImages(requested, decoded: decoded.dropFirst(), skipping: skip)
    var photo = Photo(
      pixels: primary.pixels, orientation: blocks.exif.flatMap(EXIFBlock.init)?.orientation ?? .up, metadata: blocks,
      auxiliaryImages: images, sourceFormat: .jpeg)
    photo.warnings = warnings
    return (photo, extent)
  }

  /// The auxiliary images that the options select.
  private static func requestedPictures(
    in document: JPEGDocument, file: String, options: ReadingOptions, skipping skip: ((PhotoWarning) -> Void)?
  ) throws(PhotoFileError) -> [AuxiliaryPicture] {
    guard options.auxiliaryImages != .none else { return [] }
    return try auxiliaryPictures(in: document, file: file, limits: options.limits, skipping: skip)
      .filter { options.auxiliaryImages.contains($0.type) }
  }

  /// The auxiliary images among the pictures, decoded.
  ///
  /// - Parameter skip: receives a warning about a damaged image, which is then omitted; nil to throw instead.
  private static func auxiliaryImages(
    _ pictures: [AuxiliaryPicture], decoded: ArraySlice<Result<JPEGCodec.Decoded, PhotoFileError>>,
    skipping skip: ((PhotoWarning) -> Void)?
  ) throws(PhotoFileError) -> [AuxiliaryImage] {
    var images: [AuxiliaryImage] = []
    for (picture, result) in zip(pictures, decoded) {
      if let skip, case .failure = result {
        skip(PhotoWarning(message: "the auxiliary image \(picture.type.rawValue) is damaged and left out"))
        continue
      }
      images.append(
        AuxiliaryImage(
          type: picture.type, pixels: try result.get().pixels, xmp: picture.xmp,
          depthRepresentation: picture.type == .depth ? DepthRepresentation(xmp: picture.xmp) : nil,
          gainMap: picture.gainMap))
    }
    return images
  }

  /// Reads the contents of a file without decoding a picture. Faces are read from the XMP by the caller.
  static func summary(
    of document: JPEGDocument, file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> (summary: PhotoSummary, xmp: [UInt8]?) {
    let frame = document.primary.frame
    let metadata = JPEGMetadata(document.primary, file: file, limits: limits)
    let blocks = try metadata.photoMetadata()
    let images = try auxiliaryPictures(in: document, file: file, limits: limits)
    let colors = try metadata.colors(exif: blocks.exif)
    var summary = PhotoSummary(
      format: .jpeg, size: frame.size, orientation: blocks.exif.flatMap(EXIFBlock.init)?.orientation ?? .up,
      colorSpace: colors.colorSpace, bitsPerComponent: frame.bitsPerComponent,
      metadata: blocks.kinds(withProfile: try metadata.profile() != nil),
      auxiliaryImages: images.map { image in
        PhotoSummary.AuxiliaryImage(
          type: image.type, size: image.frame.size, bitsPerComponent: image.frame.bitsPerComponent,
          componentCount: image.frame.componentCount)
      })
    summary.colorSpaceName = colors.name
    return (summary, blocks.xmp)
  }

  /// A further picture that states a type.
  struct AuxiliaryPicture {
    let frame: JPEGPicture.Frame
    /// The offset of its first marker in the file.
    let start: Int
    let type: AuxiliaryImageType
    let xmp: [UInt8]?
    let gainMap: GainMapMetadata?
  }

  /// The further pictures that state a type. Others, such as a camera's previews, are skipped.
  ///
  /// - Parameter skip: called for a damaged one, which is then omitted; nil makes it an error.
  static func auxiliaryPictures(
    in document: JPEGDocument, file: String, limits: ReadingLimits, skipping skip: ((PhotoWarning) -> Void)? = nil
  ) throws(PhotoFileError) -> [AuxiliaryPicture] {
    for failure in document.failures {
      guard let skip, case .malformed = failure else { throw failure }
      skip(PhotoWarning(message: "an auxiliary image is damaged and left out"))
    }
    var pictures: [AuxiliaryPicture] = []
    for entry in document.further {
      let limits = limits.ofAuxiliaryImage
      let xmp = try JPEGMetadata(entry.picture, file: file, limits: limits).xmp()
      guard let start = entry.position, let type = entry.picture.auxiliaryType(xmp: xmp) else { continue }
      try limits.admit(entry.picture.frame.size, file: file)
      pictures.append(
        AuxiliaryPicture(
          frame: entry.picture.frame, start: start, type: type, xmp: xmp,
          gainMap: entry.picture.gainMap(xmp: xmp, file: file, limits: limits)))
    }
    return pictures
  }

  /// Decodes an auxiliary image without a file.
  static func pixels(
    of picture: JPEGPicture, file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> PixelBuffer {
    try limits.admit(picture.frame.size, file: file)
    let whole = try ReadingExtent(of: picture.frame.size, options: ReadingOptions(limits: limits), file: file)
    return try decode(picture.frame, in: picture.bytes, at: 0, extent: whole, file: file, limits: limits).pixels
  }

  /// Decodes the part of an auxiliary image for an extent of the photo's own picture.
  private static func decode(
    _ frame: JPEGPicture.Frame, in bytes: [UInt8], at start: Int, extent: ReadingExtent, file: String,
    limits: ReadingLimits
  ) throws(PhotoFileError) -> JPEGCodec.Decoded {
    let isGray = frame.componentCount == 1
    return try JPEGCodec.decode(
      bytes, at: start, extent: extent.auxiliary(of: frame.size), format: isGray ? .l8 : .rgba8,
      colorSpace: isGray ? .linearGray : .sRGB, allowsIncomplete: false, limits: limits, file: file)
  }
}
