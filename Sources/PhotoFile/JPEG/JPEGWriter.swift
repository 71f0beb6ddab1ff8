import Imaging
import Kernels

/// Writes JPEG files laid out as an iPhone's: the picture with its metadata, then the auxiliary images, each a JPEG of
/// its own, found by a Multi-Picture index.
///
/// Unchanged auxiliary images from a JPEG, and other data of that file, are copied.
enum JPEGWriter {
  /// At its best quality libjpeg keeps matte values within 2 levels.
  private static let auxiliaryQuality = 100

  /// - Parameter quality: `0...1`.
  static func data(for photo: Photo, quality: Double) throws(PhotoFileError) -> [UInt8] {
    let images = photo.auxiliaryImages
    let libraryQuality = min(max(Int((quality * 100).rounded()), 1), 100)
    // The photo's own pixels take longest, and come first.
    let results = concurrentMap(images.count + 1) { index -> Result<JPEGPicture, PhotoFileError> in
      do throws(PhotoFileError) {
        if index > 0 { return .success(try picture(for: images[index - 1])) }
        return .success(try picture(of: photo.pixels, quality: libraryQuality))
      } catch {
        return .failure(error)
      }
    }
    let passthrough = JPEGPassthrough(of: photo)
    var primary = try results[0].get()
    primary.segments = try segments(for: photo, jfif: passthrough.jfif) + passthrough.segments + primary.segments
    var document = JPEGDocument(primary)
    document.further = passthrough.further
    for result in results.dropFirst() { document.add(try result.get()) }
    for image in photo.undecodedImages {
      if case .jpeg(let picture) = image.encoded.body { document.add(picture) }
    }
    document.trailer = passthrough.trailer
    try document.describeGainMap()
    return try document.file()
  }

  private static func picture(of pixels: PixelBuffer, quality: Int) throws(PhotoFileError) -> JPEGPicture {
    let bytes = try JPEGCodec.encode(EncodablePixels.opaqueEightBit(pixels), quality: quality)
    return try JPEGPicture(bytes, file: "the coded picture")
  }

  /// An auxiliary image as coded in its JPEG, or recoded, with its XMP.
  static func picture(for image: AuxiliaryImage) throws(PhotoFileError) -> JPEGPicture {
    if let encoded = image.encoded.value, case .jpeg(var picture) = encoded.body {
      if image.xmp != encoded.xmp { try picture.setXMP(try JPEGAuxiliaryType.packet(for: image)) }
      return picture
    }
    var picture = try picture(of: image.pixels, quality: auxiliaryQuality)
    if let metadata = image.gainMap {
      var segments = [JPEGIdentifier.gainMap + GainMapBinary.bytes(metadata)]
      if let space = metadata.alternateColorSpace, let profile = space.profileOfPrimaries {
        segments += try profileSegments(profile).map { Array($0.data) }
      }
      picture.replace(JPEGMarker.app2, [JPEGIdentifier.gainMap, JPEGIdentifier.profile], with: segments)
    }
    try picture.setXMP(try JPEGAuxiliaryType.packet(for: image))
    return picture
  }

  /// The segments of metadata, in the order of Apple's files.
  private static func segments(
    for photo: Photo, jfif: JPEGPicture.Segment?
  ) throws(PhotoFileError) -> [JPEGPicture.Segment] {
    // JFIF 1.01, 72 pixels an inch.
    var segments = [
      jfif
        ?? JPEGPicture.Segment(
          marker: JPEGMarker.app0, data: JPEGIdentifier.jfif + [1, 1, 1, 0, 72, 0, 72, 0, 0])
    ]
    if let exif = photo.metadata.exif {
      segments.append(.init(marker: JPEGMarker.app1, data: JPEGIdentifier.exif + exif))
    }
    if let xmp = photo.metadata.xmp {
      for data in try ExtendedXMP.segments(of: xmp) {
        segments.append(.init(marker: JPEGMarker.app1, data: data))
      }
    }
    if let profile = try EmbeddedProfile.bytes(for: photo.pixels, in: .jpeg) {
      segments += try profileSegments(profile)
    }
    for data in photo.metadata.iptc.map(JPEGIdentifier.photoshopSegments) ?? [] {
      segments.append(.init(marker: JPEGMarker.app13, data: data))
    }
    for segment in segments where segment.data.count > JPEGIdentifier.segmentCapacity {
      throw .encodingFailed(
        format: .jpeg,
        reason: "\(segment.data.count) bytes of EXIF, a JPEG segment holds \(JPEGIdentifier.segmentCapacity); "
          + "remove the block from the photo's metadata, or write HEIC")
    }
    return segments
  }

  private static func profileSegments(_ profile: [UInt8]) throws(PhotoFileError) -> [JPEGPicture.Segment] {
    let capacity = JPEGIdentifier.segmentCapacity - JPEGIdentifier.profile.count - 2
    let count = (profile.count + capacity - 1) / capacity
    guard count <= 255 else {
      throw .encodingFailed(format: .jpeg, reason: "a colour profile of \(profile.count) bytes does not fit")
    }
    return (0..<count).map { number in
      let chunk = profile[number * capacity..<min(profile.count, (number + 1) * capacity)]
      return JPEGPicture.Segment(
        marker: JPEGMarker.app2,
        data: JPEGIdentifier.profile + [UInt8(number + 1), UInt8(count)] + chunk)
    }
  }
}
