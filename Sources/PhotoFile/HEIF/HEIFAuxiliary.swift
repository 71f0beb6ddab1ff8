import Imaging
import Kernels

/// The auxiliary images of a HEIF file's primary picture: mattes, depth, gain map.
enum HEIFAuxiliary {
  /// Decodes all images: gray as `l8` or, with more than 8 bits, `l16` over the whole range, others as `rgba8` or
  /// `rgba16`. Those that are damaged are left out: the photo is there without them.
  static func images(in container: HEIFContainer, limits: ReadingLimits) throws(HEIFFault) -> [AuxiliaryImage] {
    let found = try pictures(in: container, limits: limits)
    let images = concurrentMap(found.count) { index -> AuxiliaryImage? in
      let (type, id, picture) = found[index]
      guard let pixels = try? pixels(of: picture, in: container) else { return nil }
      let xmp = try? HEIFMetadata.xmp(of: id, in: container, limits: limits)
      return AuxiliaryImage(type: type, pixels: pixels, xmp: xmp ?? nil)
    }
    return images.compactMap(\.self)
  }

  /// Decodes the one picture of a file as the auxiliary image that it is.
  static func pixels(ofFile bytes: [UInt8], limits: ReadingLimits) throws(HEIFFault) -> PixelBuffer {
    let container = try HEIFContainer(bytes: bytes, limits: limits)
    let picture = try PictureItem(container.primaryID, in: container, limits: limits)
    guard picture.parameters.depth == 8 else {
      throw .unsupported("\(picture.parameters.depth) bits a component")
    }
    return try pixels(of: picture, in: container)
  }

  private static func pixels(of picture: PictureItem, in container: HEIFContainer) throws(HEIFFault) -> PixelBuffer {
    let decoded = try picture.decode(from: container)
    guard decoded.chromaFormat == 0 else {
      return try YCbCrConversion.rgba(decoded, rect: PixelRect(picture.size), colorSpace: .sRGB)
    }
    // Gray samples are taken as they are: what they mean is not brightness, so that a range does not apply.
    guard decoded.depth > 8 else {
      return PixelBuffer(size: picture.size, format: .l8, colorSpace: .linearGray, bytes: decoded.luma)
    }
    let top = UInt32(1) << UInt32(decoded.depth) - 1
    return PixelBuffer(size: picture.size, format: .l16, colorSpace: .linearGray) { output in
      decoded.luma.withUnsafeBytes { samples in
        for offset in stride(from: 0, to: 2 * picture.size.area, by: 2) {
          let sample = UInt32(samples.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
          let value = (min(sample, top) &* 65_535 &+ top / 2) / top
          output.storeBytes(of: UInt16(truncatingIfNeeded: value), toByteOffset: offset, as: UInt16.self)
        }
      }
    }
  }

  /// What auxiliary images there are, also those that are not decoded.
  static func summaries(
    in container: HEIFContainer, limits: ReadingLimits
  ) throws(HEIFFault) -> [PhotoSummary.AuxiliaryImage] {
    try pictures(in: container, limits: limits).map { type, _, picture in
      PhotoSummary.AuxiliaryImage(
        type: type, size: picture.size, bitsPerComponent: picture.parameters.depth,
        componentCount: picture.parameters.chromaFormat == 0 ? 1 : 3)
    }
  }

  private static func pictures(
    in container: HEIFContainer, limits: ReadingLimits
  ) throws(HEIFFault) -> [(type: AuxiliaryImageType, id: UInt32, picture: PictureItem)] {
    let ids = container.sources(of: "auxl", to: container.primaryID)
    guard ids.count <= limits.pictures else {
      throw .limitExceeded("\(ids.count) auxiliary images, more than \(limits.pictures)")
    }
    var pictures: [(AuxiliaryImageType, UInt32, PictureItem)] = []
    var area = 0
    for id in ids where id != container.primaryID {
      guard let picture = try? PictureItem(id, in: container, limits: limits) else { continue }
      area += picture.size.area
      guard area <= limits.pixels else {
        throw .limitExceeded("auxiliary images of \(area) pixels, more than \(limits.pixels)")
      }
      for case .auxiliaryType(let urn) in picture.properties {
        pictures.append((AuxiliaryImageType(rawValue: urn), id, picture))
        break
      }
    }
    return pictures
  }
}
