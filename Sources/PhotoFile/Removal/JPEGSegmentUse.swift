/// The uses of a JPEG's application segments.
extension JPEGPicture.Segment {
  /// Whether the segment is a packet of XMP or a piece of one.
  var isXMP: Bool {
    marker == JPEGMarker.app1 && (starts(with: JPEGIdentifier.xmp) || starts(with: JPEGIdentifier.extendedXMP))
  }

  /// Whether the segment can contain neither places, nor serial numbers, nor a picture: parts of the coding, profile,
  /// index, quality, headers of gain maps, text by people.
  var isHarmless: Bool {
    guard (0xE0...0xEF).contains(marker) else { return true }
    return (Self.harmless[marker] ?? []).contains { starts(with: Array($0.utf8)) }
      && !starts(with: JPEGIdentifier.jfifExtension)
  }

  /// Whether the segment has a JFIF thumbnail: an extension, or samples after the resolution. Apple's own suffix is not
  /// one.
  var isJFIFThumbnail: Bool {
    guard marker == JPEGMarker.app0 else { return false }
    if starts(with: JPEGIdentifier.jfifExtension) { return true }
    let sides = data.dropFirst(12).prefix(2)
    return starts(with: JPEGIdentifier.jfif) && sides.count == 2 && sides.allSatisfy { $0 > 0 }
  }

  /// Whether the segment's use is known, harmless or not.
  var isKnownUse: Bool {
    isHarmless || isXMP || isSignature || starts(with: JPEGIdentifier.jfifExtension)
      || (marker == JPEGMarker.app1 && (starts(with: JPEGIdentifier.exif) || starts(with: FLIRData.identifier)))
      || (marker == JPEGMarker.app13 && starts(with: JPEGIdentifier.photoshop))
  }

  /// Whether the segment shows the photo, besides those that are parsed and written here: a preview, a thermal picture.
  var showsPicture: Bool {
    let isComment = marker == JPEGMarker.comment
    guard isComment || !isHarmless else { return false }
    // As a text of a PNG, a long comment may be a picture in any form.
    let isPicture =
      isComment && data.count > PNGText.longest || starts(with: JPEGIdentifier.jfifExtension)
      || (marker == JPEGMarker.app1 && starts(with: FLIRData.identifier))
      || starts(with: Array("FPXR\0".utf8))
    return isPicture || !EmbeddedPictures.find(in: Array(data)).filter(\.isComplete).isEmpty
  }

  /// The segment's name, for people.
  var name: String {
    if marker == JPEGMarker.comment { return "comment" }
    let words = data.prefix(32).prefix { (0x20..<0x7F).contains($0) }
    return "APP\(marker & 15) \(String(decoding: words, as: UTF8.self))"
  }

  private static let harmless: [UInt8: [String]] = [
    JPEGMarker.app0: ["JFIF\0", "AVI1", "Ocad"],
    JPEGMarker.app2: ["ICC_PROFILE\0", "MPF\0", "urn:iso:std:iso:ts:21496:-1"],
    0xE3: ["Stim\0", "_JPSJPS_"],
    0xE4: ["SCALADO\0"],
    0xE7: ["\u{1A}Qualcomm Camera Attributes"],
    0xE8: ["SPIFF\0"],
    0xE9: ["Media Jukebox\0"],
    JPEGMarker.app10: ["AROT\0"],
    0xEC: ["Ducky"],
    JPEGMarker.app13: ["Adobe_CM"],
    JPEGMarker.app14: ["Adobe"],
    0xEF: ["Q "],
  ]
}
