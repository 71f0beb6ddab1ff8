import Imaging
import Kernels

/// Reads JPEG files: one picture, or several with a Multi-Picture index as an iPhone writes them.
enum JPEGReader {
  /// Decodes what is asked for of a photo; faces are left to who reads the XMP.
  static func photo(
    from bytes: [UInt8], file: String, options: ReadingOptions
  ) throws(PhotoFileError) -> (photo: Photo, extent: ReadingExtent) {
    let limits = options.limits
    let header = try JPEGHeader(bytes, file: file)
    try limits.admit(header.size, file: file)
    let extent = try ReadingExtent(of: header.size, options: options, file: file)
    let metadata = JPEGMetadata(header, in: bytes, file: file, limits: limits)
    let blocks = try metadata.photoMetadata()
    let colorSpace = try metadata.colorSpace(exif: blocks.exif)
    var further: [AuxiliaryPicture] = []
    var warnings: [PhotoWarning] = []
    if options.auxiliaryImages != .none {
      further = try auxiliaryPictures(
        header, in: bytes, file: file, limits: limits,
        skipping: options.allowsIncomplete ? { warnings.append($0) } : nil)
      further.removeAll { !options.auxiliaryImages.contains($0.type) }
    }
    // Many small pieces of a file can each claim a large picture.
    try limits.admit(totalPixels: further.reduce(header.size.area) { $0 + $1.header.size.area }, file: file)

    // The photo's own pixels take longest, and come first.
    let wanted = further
    let decoded = concurrentMap(further.count + 1) { index -> Result<JPEGCodec.Decoded, PhotoFileError> in
      do throws(PhotoFileError) {
        if index > 0 {
          return .success(try pixels(of: wanted[index - 1], extent: extent, in: bytes, file: file, limits: limits))
        }
        return .success(
          try JPEGCodec.decode(
            bytes, extent: extent, format: .rgba8, colorSpace: colorSpace, allowsIncomplete: options.allowsIncomplete,
            limits: limits,
            file: file))
      } catch {
        return .failure(error)
      }
    }
    let primary = try decoded[0].get()
    if let loss = primary.loss { warnings.insert(PhotoWarning(message: loss), at: 0) }
    var images: [AuxiliaryImage] = []
    for (picture, result) in zip(further, decoded.dropFirst()) {
      if options.allowsIncomplete, case .failure = result {
        warnings.append(PhotoWarning(message: "the auxiliary image \(picture.type.rawValue) is damaged and left out"))
        continue
      }
      images.append(
        AuxiliaryImage(
          type: picture.type, pixels: try result.get().pixels, xmp: picture.xmp,
          depthRepresentation: picture.type == .depth ? DepthRepresentation(xmp: picture.xmp) : nil))
    }
    var photo = Photo(
      pixels: primary.pixels, orientation: blocks.exif.flatMap(EXIFBlock.init)?.orientation ?? .up, metadata: blocks,
      auxiliaryImages: images, sourceFormat: .jpeg)
    photo.warnings = warnings
    return (photo, extent)
  }

  /// What a file holds; no picture is decoded. Faces are left to who reads the XMP.
  static func summary(
    of bytes: [UInt8], file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> (summary: PhotoSummary, xmp: [UInt8]?) {
    let header = try JPEGHeader(bytes, file: file)
    let metadata = JPEGMetadata(header, in: bytes, file: file, limits: limits)
    let blocks = try metadata.photoMetadata()
    let images = try auxiliaryPictures(header, in: bytes, file: file, limits: limits)
    let summary = PhotoSummary(
      format: .jpeg, size: header.size, orientation: blocks.exif.flatMap(EXIFBlock.init)?.orientation ?? .up,
      colorSpace: try metadata.colorSpace(exif: blocks.exif), bitsPerComponent: header.bitsPerComponent,
      metadata: blocks.kinds(withProfile: try metadata.profile() != nil),
      auxiliaryImages: images.map { image in
        PhotoSummary.AuxiliaryImage(
          type: image.type, size: image.header.size, bitsPerComponent: image.header.bitsPerComponent,
          componentCount: image.header.componentCount)
      })
    return (summary, blocks.xmp)
  }

  /// A further picture whose XMP says what it is.
  struct AuxiliaryPicture {
    let header: JPEGHeader
    let start: Int
    let type: AuxiliaryImageType
    let xmp: [UInt8]
  }

  /// The further pictures that say what they are. Others, such as a camera's previews, are passed over.
  ///
  /// - Parameter skip: called for a damaged one, which is then left out; nil makes it an error.
  static func auxiliaryPictures(
    _ header: JPEGHeader, in bytes: [UInt8], file: String, limits: ReadingLimits,
    skipping skip: ((PhotoWarning) -> Void)? = nil
  ) throws(PhotoFileError) -> [AuxiliaryPicture] {
    guard let index = header.payloads(JPEGHeader.Marker.app2, JPEGIdentifier.multiPicture, in: bytes).first else {
      return []
    }
    var pictures: [AuxiliaryPicture] = []
    // An index may lead into a picture's own segments, and so to as many pictures as it has entries at little cost.
    var headers = [0..<(header.segments.last?.payload.upperBound ?? 0)]
    for start in try MultiPictureIndex.offsets(in: bytes, segment: index, file: file, limits: limits) {
      // An index that an editor has left behind points anywhere.
      guard bytes[start] == 0xFF, bytes[start + 1] == JPEGHeader.Marker.startOfImage,
        !headers.contains(where: { $0.contains(start) })
      else { continue }
      do throws(PhotoFileError) {
        let header = try JPEGHeader(bytes, at: start, file: file)
        let range = start..<(header.segments.last?.payload.upperBound ?? start)
        guard !headers.contains(where: range.overlaps) else { continue }
        headers.append(range)
        if let picture = try auxiliaryPicture(header, at: start, in: bytes, file: file, limits: limits) {
          pictures.append(picture)
        }
      } catch {
        guard let skip, case .malformed = error else { throw error }
        skip(PhotoWarning(message: "an auxiliary image is damaged and left out"))
      }
    }
    return pictures
  }

  private static func auxiliaryPicture(
    _ header: JPEGHeader, at start: Int, in bytes: [UInt8], file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> AuxiliaryPicture? {
    guard let xmp = try JPEGMetadata(header, in: bytes, file: file, limits: limits.ofAuxiliaryImage).xmp(),
      let type = JPEGAuxiliaryType.type(in: xmp)
    else { return nil }
    try limits.admit(header.size, file: file)
    return AuxiliaryPicture(header: header, start: start, type: type, xmp: xmp)
  }

  /// Decodes an auxiliary image that is alone in `bytes`.
  static func pixels(of bytes: [UInt8], file: String, limits: ReadingLimits) throws(PhotoFileError) -> PixelBuffer {
    let header = try JPEGHeader(bytes, file: file)
    try limits.admit(header.size, file: file)
    let type = AuxiliaryImageType(rawValue: file)
    let picture = AuxiliaryPicture(header: header, start: 0, type: type, xmp: [])
    let whole = try ReadingExtent(of: header.size, options: ReadingOptions(limits: limits), file: file)
    return try pixels(of: picture, extent: whole, in: bytes, file: file, limits: limits).pixels
  }

  private static func pixels(
    of picture: AuxiliaryPicture, extent: ReadingExtent, in bytes: [UInt8], file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> JPEGCodec.Decoded {
    let isGray = picture.header.componentCount == 1
    return try JPEGCodec.decode(
      bytes, at: picture.start, extent: extent.auxiliary(of: picture.header.size), format: isGray ? .l8 : .rgba8,
      colorSpace: isGray ? .linearGray : .sRGB, allowsIncomplete: false, limits: limits, file: file)
  }
}
