import Imaging
import Kernels

/// Writes JPEG files laid out as an iPhone's: the picture with its metadata, then the auxiliary images, each a JPEG of its
/// own, found by a Multi-Picture index.
enum JPEGWriter {
  /// Matte values are to survive: libjpeg is within 2 levels at its best quality.
  private static let auxiliaryQuality = 100

  /// - Parameter quality: `0...1`.
  static func data(for photo: Photo, quality: Double) throws(PhotoFileError) -> [UInt8] {
    let images = photo.auxiliaryImages
    let pictureCount = images.count + 1
    let libraryQuality = min(max(Int((quality * 100).rounded()), 1), 100)
    // The photo's own pixels take longest, and come first.
    let results = concurrentMap(pictureCount) { index -> Result<[UInt8], PhotoFileError> in
      do throws(PhotoFileError) {
        if index > 0 { return .success(try picture(for: images[index - 1], pictureCount: pictureCount)) }
        return .success(try JPEGCodec.encode(EncodablePixels.opaqueEightBit(photo.pixels), quality: libraryQuality))
      } catch {
        return .failure(error)
      }
    }
    var encoded: [[UInt8]] = []
    for result in results { encoded.append(try result.get()) }
    let further = encoded.dropFirst()

    var start: [UInt8] = [0xFF, JPEGHeader.Marker.startOfImage]
    // JFIF 1.01, 72 pixels an inch.
    start += try segment(JPEGHeader.Marker.app0, Array("JFIF\0".utf8) + [1, 1, 1, 0, 72, 0, 72, 0, 0])
    if let exif = photo.metadata.exif {
      start += try segment(JPEGHeader.Marker.app1, JPEGIdentifier.exif + exif, holding: "EXIF")
    }
    if let xmp = photo.metadata.xmp {
      for data in try ExtendedXMP.segments(of: xmp) { start += try segment(JPEGHeader.Marker.app1, data) }
    }

    var rest: [UInt8] = []
    if let profile = try EmbeddedProfile.bytes(for: photo.pixels, in: .jpeg) {
      rest += try profileSegments(profile)
    }
    for data in photo.metadata.iptc.map(JPEGIdentifier.photoshopSegments) ?? [] {
      rest += try segment(JPEGHeader.Marker.app13, data)
    }
    rest += encoded[0].dropFirst(2)

    if !further.isEmpty {
      let indexSize = 4 + MultiPictureIndex.primarySize(pictureCount: pictureCount)
      // Offsets count from the index's byte order mark.
      let origin = start.count + 4 + JPEGIdentifier.multiPicture.count
      let primarySize = start.count + indexSize + rest.count
      var pictures = [(size: primarySize, offset: 0)]
      var position = primarySize
      for picture in further {
        pictures.append((picture.count, position - origin))
        position += picture.count
      }
      start += try segment(
        JPEGHeader.Marker.app2, MultiPictureIndex.primary(pictures: pictures), holding: "the index of pictures")
    }
    return start + rest + further.joined()
  }

  private static func picture(
    for image: AuxiliaryImage, pictureCount: Int
  ) throws(PhotoFileError) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, JPEGHeader.Marker.startOfImage]
    let xmp = try JPEGAuxiliaryType.packet(for: image)
    for data in try ExtendedXMP.segments(of: xmp) { bytes += try segment(JPEGHeader.Marker.app1, data) }
    bytes += try segment(JPEGHeader.Marker.app2, MultiPictureIndex.secondary(pictureCount: pictureCount))
    bytes += try JPEGCodec.encode(EncodablePixels.opaqueEightBit(image.pixels), quality: auxiliaryQuality).dropFirst(2)
    return bytes
  }

  private static func profileSegments(_ profile: [UInt8]) throws(PhotoFileError) -> [UInt8] {
    let capacity = JPEGIdentifier.segmentCapacity - JPEGIdentifier.profile.count - 2
    let count = (profile.count + capacity - 1) / capacity
    guard count <= 255 else {
      throw .encodingFailed(format: .jpeg, reason: "a colour profile of \(profile.count) bytes does not fit")
    }
    var bytes: [UInt8] = []
    for number in 0..<count {
      let chunk = profile[number * capacity..<min(profile.count, (number + 1) * capacity)]
      bytes += try segment(
        JPEGHeader.Marker.app2, JPEGIdentifier.profile + [UInt8(number + 1), UInt8(count)] + chunk)
    }
    return bytes
  }

  private static func segment(
    _ marker: UInt8, _ data: [UInt8], holding what: String = "metadata"
  ) throws(PhotoFileError) -> [UInt8] {
    guard data.count <= JPEGIdentifier.segmentCapacity else {
      throw .encodingFailed(
        format: .jpeg,
        reason: "\(data.count) bytes of \(what), a JPEG segment holds \(JPEGIdentifier.segmentCapacity); "
          + "remove the block from the photo's metadata, or write HEIC")
    }
    let length = data.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + data
  }
}
