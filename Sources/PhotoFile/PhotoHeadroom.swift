extension Photo {
  /// The headroom of the HDR gain map: the luminance of the brightest highlights relative to white, at least 1. From the
  /// map's own XMP, else from an iPhone's maker note; nil if neither states it or there is no gain map.
  public var hdrHeadroom: Double? {
    guard let map = auxiliary(.hdrGainMap) else { return nil }
    if let stated = map.hdrGainMapHeadroom { return stated }
    return metadata.exif.flatMap(EXIFBlock.init)?.makerNote.flatMap(AppleMakerNote.init)?.hdrHeadroom
  }
}
