/// The XMP of each type of auxiliary image in Apple's files, byte for byte.
///
/// HEIC names an image's type in `auxC`, so its XMP repeats little. JPEG has no such box: there the XMP
/// (`http://ns.apple.com/pixeldatainfo/1.0/`) states the image's type. None of the packets has an `xpacket` wrapper.
enum AuxiliaryXMP {
  /// `'L008'`, Core Video's name for one 8-bit component, as the number that Apple writes.
  static let oneComponent8 = 0x4C30_3038

  /// The packet for an image of `type` in a file of `format`.
  ///
  /// Nil for a type whose XMP depends on the image (depth) or is unknown, and for formats without auxiliary images.
  static func packet(for type: AuxiliaryImageType, in format: PhotoFormat) -> [UInt8]? {
    guard format.holds(.auxiliaryImages) else { return nil }
    let isJPEG = format == .jpeg
    switch type {
    case .portraitEffectsMatte:
      return packet(
        prefix: "portraitEffectsMatte", version: ("PortraitEffectsMatteVersion", 65537),
        pixelData: [
          ("AuxiliaryImageSubType", "portraiteffectsmatte"), ("NativeFormat", "\(oneComponent8)"),
          ("AuxiliaryImageType", "depth"), ("StoredFormat", "\(oneComponent8)"),
        ])
    case .hdrGainMap:
      return packet(
        prefix: "HDRGainMap", version: ("HDRGainMapVersion", 65536), pixelData: isJPEG ? pixelData(of: type) : [])
    case _ where type.matteKind != nil:
      return packet(
        prefix: "semanticSegmentationMatte", version: ("SemanticSegmentationMatteVersion", 65536),
        pixelData: isJPEG ? pixelData(of: type) : [])
    default:
      return nil
    }
  }

  private static func pixelData(of type: AuxiliaryImageType) -> [(String, String)] {
    [
      ("NativeFormat", "\(oneComponent8)"), ("AuxiliaryImageType", type.rawValue),
      ("StoredFormat", "\(oneComponent8)"),
    ]
  }

  private static func packet(
    prefix: String, version: (name: String, value: Int), pixelData: [(name: String, value: String)]
  ) -> [UInt8] {
    var namespaces = ["xmlns:\(prefix)=\"http://ns.apple.com/\(prefix)/1.0/\""]
    if !pixelData.isEmpty { namespaces.insert("xmlns:apdi=\"http://ns.apple.com/pixeldatainfo/1.0/\"", at: 0) }
    let properties =
      pixelData.map { "<apdi:\($0.name)>\($0.value)</apdi:\($0.name)>" }
      + ["<\(prefix):\(version.name)>\(version.value)</\(prefix):\(version.name)>"]
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 6.0.0">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about=""
                  \(namespaces.joined(separator: "\n            "))>
               \(properties.joined(separator: "\n         "))
            </rdf:Description>
         </rdf:RDF>
      </x:xmpmeta>

      """
    return Array(packet.utf8)
  }
}
