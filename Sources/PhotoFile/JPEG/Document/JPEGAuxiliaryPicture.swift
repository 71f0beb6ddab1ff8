import Imaging

/// Auxiliary images as further pictures of a JPEG file, coded.
extension JPEGPicture {
  /// What the picture's XMP says that it is.
  func auxiliaryType(file: String, limits: ReadingLimits) -> AuxiliaryImageType? {
    let packet = (try? JPEGMetadata(self, file: file, limits: limits).xmp()) ?? nil
    return packet.flatMap(JPEGAuxiliaryType.type)
  }

  /// The picture apart from the file; nil if it does not say what it is.
  func auxiliaryImage(
    orientation: Orientation, file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> EncodedAuxiliaryImage? {
    guard let xmp = try JPEGMetadata(self, file: file, limits: limits).xmp(), let type = JPEGAuxiliaryType.type(in: xmp)
    else { return nil }
    var picture = self
    // Both are said anew where the picture goes to.
    picture.remove(JPEGMarker.app2, JPEGIdentifier.multiPicture)
    picture.remove(JPEGMarker.app1, JPEGIdentifier.exif)
    return EncodedAuxiliaryImage(
      type: type, size: frame.size, bitsPerComponent: frame.bitsPerComponent,
      componentCount: frame.componentCount == 1 ? 1 : 3, xmp: xmp, orientation: orientation,
      body: .jpeg(picture.detached()))
  }
}

extension JPEGDocument {
  /// Adds a further picture, with the index that Apple's have, behind the others.
  mutating func add(_ picture: JPEGPicture) {
    var picture = picture
    picture.replace(
      JPEGMarker.app2, [JPEGIdentifier.multiPicture],
      with: [MultiPictureIndex.secondary(pictureCount: further.count + 2)])
    further.append(Entry(picture: picture))
  }
}
