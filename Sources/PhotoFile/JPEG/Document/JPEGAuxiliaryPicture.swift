import Imaging

/// Auxiliary images as further pictures of a JPEG file, coded.
extension JPEGPicture {
  /// The type that the picture's XMP states.
  func auxiliaryType(file: String, limits: ReadingLimits) -> AuxiliaryImageType? {
    let packet = (try? JPEGMetadata(self, file: file, limits: limits).xmp()) ?? nil
    return packet.flatMap(JPEGAuxiliaryType.type)
  }

  /// The picture as an auxiliary image apart from the file; nil if its XMP states no type.
  func auxiliaryImage(
    orientation: Orientation, file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> EncodedAuxiliaryImage? {
    guard let xmp = try JPEGMetadata(self, file: file, limits: limits).xmp(), let type = JPEGAuxiliaryType.type(in: xmp)
    else { return nil }
    var picture = self
    // Both are written anew with the file that the picture is added to.
    picture.remove(JPEGMarker.app2, JPEGIdentifier.multiPicture)
    picture.remove(JPEGMarker.app1, JPEGIdentifier.exif)
    return EncodedAuxiliaryImage(
      type: type, size: frame.size, bitsPerComponent: frame.bitsPerComponent,
      componentCount: frame.componentCount == 1 ? 1 : 3, xmp: xmp, orientation: orientation,
      body: .jpeg(picture.detached()))
  }
}

extension JPEGDocument {
  /// Adds a further picture after the others, with the index that Apple's have.
  mutating func add(_ picture: JPEGPicture) {
    var picture = picture
    picture.replace(
      JPEGMarker.app2, [JPEGIdentifier.multiPicture],
      with: [MultiPictureIndex.secondary(pictureCount: further.count + 2)])
    further.append(Entry(picture: picture))
  }
}
