import Imaging

/// Reads HEIC and AVIF files: pictures coded with HEVC or AV1, in one piece or in tiles, with their metadata and auxiliary images.
enum HEIFReader {
  /// Decodes a photo with all its auxiliary images, on all cores.
  ///
  /// The pixels are as stored, its orientation that of `irot` and `imir`; EXIF's tag does not count in HEIF. Faces are
  /// left to who reads the XMP.
  static func photo(
    from bytes: [UInt8], file: String, options: ReadingOptions
  ) throws(PhotoFileError) -> (photo: Photo, extent: ReadingExtent) {
    let limits = options.limits
    do throws(HEIFFault) {
      let container = try HEIFContainer(bytes: bytes, limits: limits)
      let primary = try PictureItem(container.primaryID, in: container, limits: limits)
      let colorSpace = try colorSpace(of: primary)
      let rect = try visibleRect(of: primary)
      let metadata = try HEIFMetadata.metadata(of: container.primaryID, in: container, limits: limits)
      let pixels = try YCbCrConversion.rgba(try primary.decode(from: container), rect: rect, colorSpace: colorSpace)
      var photo = Photo(
        pixels: pixels, orientation: primary.orientation, metadata: metadata,
        auxiliaryImages: try HEIFAuxiliary.images(in: container, limits: limits), sourceFormat: primary.format)
      HEIFAlpha.absorb(
        into: &photo, isPremultiplied: !container.targets(of: "prem", from: container.primaryID).isEmpty)
      return (photo, ReadingExtent(of: rect.size))
    } catch {
      throw error.error(in: file)
    }
  }

  /// The EXIF and XMP of a file; no picture is decoded.
  static func metadata(
    from bytes: [UInt8], file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> PhotoMetadata {
    do throws(HEIFFault) {
      let container = try HEIFContainer(bytes: bytes, limits: limits)
      return try HEIFMetadata.metadata(of: container.primaryID, in: container, limits: limits)
    } catch {
      throw error.error(in: file)
    }
  }

  /// What a file holds; no picture is decoded. Faces are left to who reads the XMP.
  static func summary(
    of bytes: [UInt8], file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> PhotoSummary {
    do throws(HEIFFault) {
      let container = try HEIFContainer(bytes: bytes, limits: limits)
      let primary = try PictureItem(container.primaryID, in: container, limits: limits)
      let metadata = try HEIFMetadata.metadata(of: container.primaryID, in: container, limits: limits)
      let colorSpace = try colorSpace(of: primary)
      var kinds: [PhotoSummary.MetadataKind] = []
      if metadata.exif != nil { kinds.append(.exif) }
      if metadata.xmp != nil { kinds.append(.xmp) }
      if case .icc = colorSpace { kinds.append(.icc) }
      return PhotoSummary(
        format: primary.format, size: try visibleRect(of: primary).size, orientation: primary.orientation,
        colorSpace: colorSpace, bitsPerComponent: primary.parameters.depth, metadata: kinds,
        auxiliaryImages: try HEIFAuxiliary.summaries(in: container, limits: limits))
    } catch {
      throw error.error(in: file)
    }
  }

  /// The space of the decoded RGB: a profile before code points, sRGB where the file says nothing.
  private static func colorSpace(of picture: PictureItem) throws(HEIFFault) -> ColorSpace {
    for case .profile(let profile) in picture.colors {
      // The profile of a gray picture does not fit its three equal components.
      let isGray = profile.count > 20 && profile[16..<20].elementsEqual("GRAY".utf8)
      return isGray ? .sRGB : .icc(profile)
    }
    for case .codePoints(let points) in picture.colors { return try points.colorSpace() }
    return .sRGB
  }

  /// The part of the stored picture that `clap` leaves.
  private static func visibleRect(of picture: PictureItem) throws(HEIFFault) -> PixelRect {
    var isTurned = false
    for property in picture.properties {
      switch property {
      case .rotation, .mirror: isTurned = true
      case .cleanAperture(let aperture):
        guard !isTurned else { throw .unsupported("'clap' after a rotation") }
        return try aperture.rect(in: picture.size)
      default: break
      }
    }
    return PixelRect(picture.size)
  }
}
