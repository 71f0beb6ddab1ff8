import Imaging

/// The type of a further picture of a JPEG in its XMP: `apdi:AuxiliaryImageType`, and a subtype for the portrait matte.
enum JPEGAuxiliaryType {
  /// The type that a packet names; nil if it names none.
  ///
  /// Gain maps of ISO 21496-1 are identified by `hdrgm`. Portrait mattes have type `depth` and a subtype; gain maps
  /// have the URN of HEIF as their type. For semantic mattes no original is known, so that both spellings are read,
  /// with the URN or with its last word.
  static func type(in xmp: [UInt8]) -> AuxiliaryImageType? {
    let names = XMPDocument.reading(xmp, maximumBytes: maximumBytes) { document in
      let prefix = document.prefix(of: .pixelData)
      return ["AuxiliaryImageSubType", "AuxiliaryImageType"].map { document.text(.pixelData, prefix + $0) }
    }
    for case let name? in names ?? [] {
      if name == "depth" || name == "disparity" { return .depth }
      if let known = known.first(where: { $0.rawValue == name || $0.rawValue.hasSuffix(":" + name) }) { return known }
      if !name.isEmpty { return AuxiliaryImageType(rawValue: name) }
    }
    return GainMapXMP.metadata(xmp) != nil ? .isoGainMap : nil
  }

  /// The packet of a gain map of ISO 21496-1: nil if only the binary form can represent it.
  private static func gainMapPacket(for image: AuxiliaryImage) throws(PhotoFileError) -> [UInt8]? {
    guard let metadata = image.gainMap else {
      throw .encodingFailed(format: .jpeg, reason: "the gain map has no metadata that say what its samples mean")
    }
    return GainMapXMP.packet(metadata, in: image.xmp)
  }

  /// Such packets have one or two kilobytes; depth's, with the camera's calibration, have ten.
  private static let maximumBytes = 1 << 16

  private static let known = MatteKind.allCases.map(AuxiliaryImageType.init) + [.hdrGainMap]

  /// The packet to write with an auxiliary image: its own if that states the type, otherwise a standard one.
  static func packet(for image: AuxiliaryImage) throws(PhotoFileError) -> [UInt8]? {
    if image.type == .isoGainMap { return try gainMapPacket(for: image) }
    let range = image.type == .depth ? image.depthRepresentation : nil
    if let xmp = image.xmp, type(in: xmp) == image.type, range == nil || DepthRepresentation(xmp: xmp) != nil {
      return xmp
    }
    if image.xmp == nil, let packet = AuxiliaryXMP.packet(for: image.type, in: .jpeg) { return packet }
    let packet = XMPDocument.editing(image.xmp, wrapped: false) { document in
      let prefix = document.prefix(of: .pixelData)
      if image.type == .portraitEffectsMatte {
        document.set(.pixelData, prefix + "AuxiliaryImageSubType", to: "portraiteffectsmatte")
      }
      let isDepth = image.type == .depth || image.type == .portraitEffectsMatte
      let isDisparity = range?.quantity == .disparity
      let name = isDisparity ? "disparity" : isDepth ? "depth" : image.type.rawValue
      document.set(.pixelData, prefix + "AuxiliaryImageType", to: name)
      if let range {
        document.set(.pixelData, prefix + "FloatMinValue", to: "\(range.minimum)")
        document.set(.pixelData, prefix + "FloatMaxValue", to: "\(range.maximum)")
      }
      for name in ["NativeFormat", "StoredFormat"] where !document.contains(.pixelData, prefix + name) {
        document.set(.pixelData, prefix + name, to: "\(AuxiliaryXMP.oneComponent8)")
      }
    }
    guard let packet else {
      throw .encodingFailed(format: .jpeg, reason: "no XMP could be made for the image \(image.type.rawValue)")
    }
    return packet
  }
}
