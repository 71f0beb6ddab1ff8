import Imaging

/// Reads JPEG files: one picture, or several with a Multi-Picture index as an iPhone writes them.
enum JPEGReader {
  static func photo(
    from bytes: [UInt8], file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> Photo {
    let header = try JPEGHeader(bytes, file: file)
    try limits.admit(header.size, file: file)
    let metadata = JPEGMetadata(header, in: bytes, file: file, limits: limits)
    let blocks = try metadata.photoMetadata()
    let pixels = try JPEGCodec.decode(
      bytes, at: 0, size: header.size, format: .rgba8, colorSpace: try metadata.colorSpace(exif: blocks.exif),
      file: file)
    return Photo(
      pixels: pixels, orientation: blocks.exif.flatMap(EXIFBlock.init)?.orientation ?? .up, metadata: blocks,
      auxiliaryImages: try auxiliaryImages(header, in: bytes, file: file, limits: limits), sourceFormat: .jpeg)
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

  private static func auxiliaryImages(
    _ header: JPEGHeader, in bytes: [UInt8], file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> [AuxiliaryImage] {
    var images: [AuxiliaryImage] = []
    var area = 0
    for picture in try auxiliaryPictures(header, in: bytes, file: file, limits: limits) {
      // All of them together are held to the limit: many small pieces of a file can each claim a large picture.
      area += picture.header.size.area
      guard area <= limits.pixels else {
        throw .limitExceeded(
          file: file, reason: "auxiliary images of \(area) pixels or more, \(limits.pixels) in all are allowed")
      }
      let isGray = picture.header.componentCount == 1
      let pixels = try JPEGCodec.decode(
        bytes, at: picture.start, size: picture.header.size, format: isGray ? .l8 : .rgba8,
        colorSpace: isGray ? .linearGray : .sRGB, file: file)
      images.append(AuxiliaryImage(type: picture.type, pixels: pixels, xmp: picture.xmp))
    }
    return images
  }
}
