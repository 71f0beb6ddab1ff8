import Glibc
import Imaging
import Kernels

extension Photo {
  /// The photo's gain map, of either type.
  var gainMap: AuxiliaryImage? { auxiliaryImages.first { $0.type.isGainMap } }

  /// Whether ``expandedToHDR()`` has something to work with.
  public var isExpandableToHDR: Bool { expansion != nil }

  private var expansion: HDRExpansion? {
    guard !pixels.colorSpace.isHighDynamicRange, let gainMap else { return nil }
    return HDRExpansion(gainMap, headroom: hdrHeadroom)
  }

  /// The photo expanded to high dynamic range by its gain map (`CIImageOption.expandToHDR`): 16 bits in PQ with the
  /// picture's own primaries, and without the map. A photo without a gain map is returned unchanged.
  ///
  /// - Throws: `unsupported` if the gain map does not state its headroom, or the colours of the picture cannot be
  ///   decoded.
  public func expandedToHDR() throws(PhotoFileError) -> Photo {
    guard let gainMap, !pixels.colorSpace.isHighDynamicRange else { return self }
    let file = source?.name ?? "the photo"
    guard let expansion else {
      throw .unsupported(
        file: file, reason: "a gain map (\(gainMap.type.rawValue)) that does not lead to high dynamic range")
    }
    var photo = self
    do throws(ColorProfileError) {
      photo.pixels = try expansion.expanded(pixels)
    } catch {
      throw .unsupported(file: file, reason: "a gain map on colours that cannot be decoded: \(error)")
    }
    photo.auxiliaryImages.removeAll { $0.type.isGainMap }
    return photo
  }

  private static let likelyHeadroom = 4.0

  /// Removes gain maps that were read with other pixels than the photo has now.
  ///
  /// - Returns: a warning for each.
  @discardableResult
  mutating func removeStaleGainMaps() -> [PhotoWarning] {
    guard edits.value.hasStaleGainMap else { return [] }
    edits.value.hasStaleGainMap = false
    // A gain map made for the new pixels has no coded form from a file.
    let stale =
      auxiliaryImages.filter { $0.type.isGainMap && $0.encoded.value != nil }.map(\.type)
      + undecodedImages.filter(\.type.isGainMap).map(\.type)
    auxiliaryImages.removeAll { $0.type.isGainMap && $0.encoded.value != nil }
    undecodedImages.removeAll(where: \.type.isGainMap)
    return stale.map {
      .leavingOut("the auxiliary image \($0.rawValue)", because: "it leads to the picture as it was")
    }
  }

  /// The photo's gain map after an edit, recomputed from the edit's results on the picture and on its alternate of high
  /// dynamic range.
  ///
  /// - Parameters:
  ///   - isReduced: whether the edit is applied to pictures of the map's size, which takes a fraction of the time: for
  ///     edits that are independent of resolution.
  ///   - edit: the edit of a picture, whose result has the same size and format, and the same colour space if samples
  ///     can be encoded in it; called twice.
  /// - Returns: nil if the photo has no gain map, or it cannot be applied.
  package func renewedGainMap<Failure: Error>(
    onReducedPicture isReduced: Bool = true, by edit: (PixelBuffer) throws(Failure) -> PixelBuffer
  ) throws(Failure) -> AuxiliaryImage? {
    // Older iPhones state no headroom: samples computed with a likely one follow the true one closely.
    guard let gainMap, let expansion = HDRExpansion(gainMap, headroom: hdrHeadroom ?? Self.likelyHeadroom),
      !pixels.colorSpace.isHighDynamicRange, pixels.format.bitsPerComponent <= 16,
      gainMap.pixels.format.bitsPerComponent <= 16, gainMap.pixels.width <= pixels.width,
      gainMap.pixels.height <= pixels.height
    else { return nil }
    let opaque = pixels.alphaType == .opaque ? pixels : EncodablePixels.opaqueEightBit(pixels)
    func reduced(_ pixels: PixelBuffer) -> PixelBuffer {
      guard pixels.size != gainMap.pixels.size else { return pixels }
      return AreaReduction(
        from: pixels.size, to: gainMap.pixels.size, of: pixels.format, alphaType: pixels.alphaType
      ).reduced(pixels)
    }
    let base = isReduced ? reduced(opaque) : opaque
    guard let alternate = try? expansion.expanded(base) else { return nil }
    let after = (base: reduced(try edit(base)), alternate: reduced(try edit(alternate)))
    return try? expansion.renewed(before: (reduced(base), reduced(alternate)), after: after)
  }
}

extension Photo {
  /// The headroom of the gain map: the luminance of the brightest highlights relative to white, at least 1. From the
  /// map's metadata, otherwise from its XMP, otherwise from an iPhone's maker note; nil if none states it or there is
  /// no gain map.
  public var hdrHeadroom: Double? {
    guard let gainMap else { return nil }
    if let metadata = gainMap.gainMap { return metadata.leadsToHDR ? exp2(metadata.alternateHeadroom) : 1 }
    if let stated = gainMap.hdrGainMapHeadroom { return stated }
    return metadata.exif.flatMap(EXIFBlock.init)?.makerNote.flatMap(AppleMakerNote.init)?.hdrHeadroom
  }
}
