/// The statements of a JPEG's own picture about a gain map after it (ISO 21496-1 and Android's Ultra HDR).
extension JPEGDocument {
  /// Makes the picture state that a gain map follows if one does, and nothing otherwise.
  mutating func describeGainMap() throws(PhotoFileError) {
    let packet = try primary.xmpPacket()
    guard let map = further.first(where: \.picture.statesGainMap) else {
      primary.remove(JPEGMarker.app2, JPEGIdentifier.gainMap)
      if let packet, ContainerDirectory.withoutGainMap(packet) != packet {
        try primary.setXMP(ContainerDirectory.withoutGainMap(packet))
      }
      return
    }
    if !primary.contains(JPEGMarker.app2, JPEGIdentifier.gainMap) {
      primary.replace(
        JPEGMarker.app2, [JPEGIdentifier.gainMap], with: [JPEGIdentifier.gainMap + GainMapBinary.version])
    }
    if try map.picture.xmpPacket().map({ GainMapXMP.metadata($0) != nil }) == true {
      try listGainMap(of: map.picture.byteCount)
    }
  }

  /// Updates the length in Google's directory, if there is one.
  mutating func updateGainMapLength(_ length: Int) throws(PhotoFileError) {
    guard primary.payload(JPEGMarker.app1, JPEGIdentifier.xmp)?.contains("GainMap") == true,
      let packet = try primary.xmpPacket(),
      ContainerDirectory(packet)?.items.contains(where: { $0.semantic == ContainerDirectory.gainMap }) == true
    else { return }
    try listGainMap(of: length)
  }

  private mutating func listGainMap(of length: Int) throws(PhotoFileError) {
    let packet = try primary.xmpPacket()
    guard let listing = ContainerDirectory.listing(gainMapOf: length, in: packet), listing != packet else { return }
    try primary.setXMP(listing)
  }

  /// The offset of the gain map that Google's container directory lists.
  func listedGainMapStart() -> Int? {
    guard primary.payload(JPEGMarker.app1, JPEGIdentifier.xmp)?.contains("GainMap") == true,
      let packet = (try? primary.xmpPacket()) ?? nil, let directory = ContainerDirectory(packet),
      let end = JPEGPicture.end(of: primary.scans)
    else { return nil }
    return directory.gainMapStart(behind: end)
  }
}

extension JPEGPicture {
  /// Whether the picture has metadata of a gain map of ISO 21496-1 or `hdrgm`.
  var statesGainMap: Bool {
    contains(JPEGMarker.app2, JPEGIdentifier.gainMap)
      || payload(JPEGMarker.app1, JPEGIdentifier.xmp)?.contains("hdr-gain-map") == true
  }

  fileprivate func xmpPacket() throws(PhotoFileError) -> [UInt8]? {
    try JPEGMetadata(self, file: "the coded picture", limits: .default).xmp()
  }
}
