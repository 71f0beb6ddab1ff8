import Imaging
import Kernels

/// Reads JPEG files: one picture, or several with a Multi-Picture index as an iPhone writes them.
enum JPEGReader {
  static func photo(
    from bytes: [UInt8], file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> Photo {
    let header = try JPEGHeader(bytes, file: file)
    try limits.admit(header.size, file: file)
    let metadata = JPEGMetadata(header, in: bytes, file: file, limits: limits)
    let blocks = try metadata.photoMetadata()
    let colorSpace = try metadata.colorSpace(exif: blocks.exif)
    let further = try auxiliaryPictures(header, in: bytes, file: file, limits: limits)
    // Many small pieces of a file can each claim a large picture.
    try limits.admit(totalPixels: further.reduce(header.size.area) { $0 + $1.header.size.area }, file: file)

    // The photo's own pixels take longest, and come first.
    let decoded = concurrentMap(further.count + 1) { index -> Result<PixelBuffer, PhotoFileError> in
      do throws(PhotoFileError) {
        if index > 0 { return .success(try pixels(of: further[index - 1], in: bytes, file: file)) }
        return .success(
          try JPEGCodec.decode(bytes, at: 0, size: header.size, format: .rgba8, colorSpace: colorSpace, file: file))
      } catch {
        return .failure(error)
      }
    }
    var images: [AuxiliaryImage] = []
    for (picture, result) in zip(further, decoded.dropFirst()) {
      images.append(AuxiliaryImage(type: picture.type, pixels: try result.get(), xmp: picture.xmp))
    }
    return Photo(
      pixels: try decoded[0].get(), orientation: blocks.exif.flatMap(EXIFBlock.init)?.orientation ?? .up,
      metadata: blocks, auxiliaryImages: images, sourceFormat: .jpeg)
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
  static func auxiliaryPictures(
    _ header: JPEGHeader, in bytes: [UInt8], file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> [AuxiliaryPicture] {
    guard let index = header.payloads(JPEGHeader.Marker.app2, JPEGIdentifier.multiPicture, in: bytes).first else {
      return []
    }
    var pictures: [AuxiliaryPicture] = []
    for start in try MultiPictureIndex.offsets(in: bytes, segment: index, file: file, limits: limits) {
      // An index that an editor has left behind points anywhere.
      guard bytes[start] == 0xFF, bytes[start + 1] == JPEGHeader.Marker.startOfImage,
        !pictures.contains(where: { $0.start == start })
      else { continue }
      let header = try JPEGHeader(bytes, at: start, file: file)
      guard let xmp = try JPEGMetadata(header, in: bytes, file: file, limits: limits).xmp(),
        let type = JPEGAuxiliaryType.type(in: xmp)
      else { continue }
      pictures.append(AuxiliaryPicture(header: header, start: start, type: type, xmp: xmp))
    }
    return pictures
  }

  private static func pixels(
    of picture: AuxiliaryPicture, in bytes: [UInt8], file: String
  ) throws(PhotoFileError) -> PixelBuffer {
    let isGray = picture.header.componentCount == 1
    return try JPEGCodec.decode(
      bytes, at: picture.start, size: picture.header.size, format: isGray ? .l8 : .rgba8,
      colorSpace: isGray ? .linearGray : .sRGB, file: file)
  }
}
