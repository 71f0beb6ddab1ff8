import Imaging

/// Auxiliary images as further coded pictures of a JPEG file.
extension JPEGPicture {
  /// The type stated by the picture's XMP, or implied by ISO 21496-1's segment.
  func auxiliaryType(file: String, limits: ReadingLimits) -> AuxiliaryImageType? {
    auxiliaryType(xmp: (try? JPEGMetadata(self, file: file, limits: limits).xmp()) ?? nil)
  }

  /// - Parameter xmp: the picture's packet.
  func auxiliaryType(xmp: [UInt8]?) -> AuxiliaryImageType? {
    xmp.flatMap(JPEGAuxiliaryType.type) ?? (binaryGainMap != nil ? .isoGainMap : nil)
  }

  private var binaryGainMap: GainMapMetadata? {
    payload(JPEGMarker.app2, JPEGIdentifier.gainMap).flatMap(GainMapBinary.metadata)
  }

  /// The metadata if the picture is a gain map of ISO 21496-1: from the segment, otherwise from XMP. If the gain
  /// applies in other primaries than the photo's, the picture's profile states them.
  func gainMap(xmp: [UInt8]?, file: String, limits: ReadingLimits) -> GainMapMetadata? {
    guard var metadata = binaryGainMap ?? xmp.flatMap(GainMapXMP.metadata) else { return nil }
    let usesOwn = payload(JPEGMarker.app2, JPEGIdentifier.gainMap).map(GainMapBinary.usesBaseColorSpace) ?? true
    if !usesOwn, let profile = (try? JPEGMetadata(self, file: file, limits: limits).profile()) ?? nil,
      profile.count >= 128, profile[16..<20].elementsEqual("RGB ".utf8)
    {
      metadata.alternateColorSpace = .icc(profile)
    }
    return metadata
  }

  /// The picture as an auxiliary image without the file; nil if it states no type.
  func auxiliaryImage(
    orientation: Orientation, file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> EncodedAuxiliaryImage? {
    let xmp = try JPEGMetadata(self, file: file, limits: limits).xmp()
    guard let type = auxiliaryType(xmp: xmp) else { return nil }
    var picture = self
    // Both are rewritten with the file that the picture is added to.
    picture.remove(JPEGMarker.app2, JPEGIdentifier.multiPicture)
    picture.remove(JPEGMarker.app1, JPEGIdentifier.exif)
    return EncodedAuxiliaryImage(
      type: type, size: frame.size, bitsPerComponent: frame.bitsPerComponent,
      componentCount: frame.componentCount == 1 ? 1 : 3, xmp: xmp,
      gainMap: gainMap(xmp: xmp, file: file, limits: limits), orientation: orientation, body: .jpeg(picture.detached()))
  }
}

extension JPEGDocument {
  /// Adds a further picture after the others, with an index as Apple's; a gain map of ISO 21496-1 before them, where
  /// Google's container directory needs it.
  mutating func add(_ picture: JPEGPicture) {
    var picture = picture
    picture.replace(
      JPEGMarker.app2, [JPEGIdentifier.multiPicture],
      with: [MultiPictureIndex.secondary(pictureCount: further.count + 2)])
    let isFirst = picture.auxiliaryType(file: "", limits: .default) == .isoGainMap
    further.insert(Entry(picture: picture), at: isFirst ? 0 : further.count)
  }
}
