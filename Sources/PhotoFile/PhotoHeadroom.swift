extension Photo {
  /// How many times brighter than white the brightest highlights are that the HDR gain map brings back: what the map's own
  /// XMP states, else what an iPhone's maker note does. Nil where neither does, or where there is no gain map.
  public var hdrHeadroom: Double? {
    guard let map = auxiliary(.hdrGainMap) else { return nil }
    if let stated = map.hdrGainMapHeadroom { return stated }
    return metadata.exif.flatMap(EXIFBlock.init)?.makerNote.flatMap(AppleMakerNote.init)?.hdrHeadroom
  }
}
