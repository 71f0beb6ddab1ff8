import Imaging
@testable import Kernels

@testable import PhotoFile

extension FuzzTarget {
  /// The patcher of EXIF: what is set can be read again, and no byte but those of the tags moves.
  static let exif = FuzzTarget(
    name: "exif",
    seeds: {
      let blocks = [SeedPhoto.exif(bigEndian: true), SeedPhoto.exif(bigEndian: false)]
      let iptc = PhotoshopResources.block(iptc: [0x1C, 2, 90, 0, 5] + Array("Tokyo".utf8))
      return blocks + blocks.compactMap { EXIFImageResources.adding(iptc, to: $0) }
    }, words: ["SAMSUNG", "Panasonic", "Nikon", "0100", "8BIM"]
  ) { bytes in
    guard let block = EXIFBlock(bytes) else { return }
    precondition(block.bytes == bytes)
    _ = block.isAdobeRGB
    for orientation in Orientation.allCases {
      var turned = block
      turned.orientation = orientation
      guard turned.bytes != bytes else { continue }
      precondition(EXIFBlock(turned.bytes)?.orientation == orientation)
      precondition(turned.bytes.count <= 2 * bytes.count + 32)
    }
    var resized = block
    resized.setPixelDimensions(PixelSize(width: 70_000, height: 3))
    precondition(resized.bytes.count == bytes.count)
    let iptc = PhotoshopResources.block(iptc: [0x1C, 2, 90, 0, 5] + Array("Tokyo".utf8))
    if EXIFImageResources.taken(from: bytes) == nil, let together = EXIFImageResources.adding(iptc, to: bytes) {
      precondition(EXIFImageResources.taken(from: together)?.resources == iptc)
    }
    var removal = MetadataRemoval([.location, .serialNumbers, .thumbnails])
    precondition(removal.exif(bytes).count == bytes.count)
  }

  /// Screening, exempi, and what is read from and written to packets.
  static let xmp = FuzzTarget(
    name: "xmp",
    seeds: {
      let size = PixelSize(width: 40, height: 24)
      let faces = FaceRegions.packet(
        recording: SeedPhoto.full().faces, in: Array(SeedPhoto.title.utf8), storedSize: size, orientation: .right)
      let matte = AuxiliaryXMP.packet(for: .portraitEffectsMatte, in: .jpeg)
      return [Array(SeedPhoto.title.utf8)] + [faces, matte].compactMap(\.self)
    },
    words: [
      "<rdf:li>", "</rdf:li>", "<rdf:Seq>", "<rdf:Bag>", "<rdf:Alt>", "rdf:parseType=\"Resource\"", "rdf:resource=\"",
      "rdf:about=\"\"", "xml:lang=\"", "<rdf:value>", "rdf:nodeID=\"", "xmlns:", "<![CDATA[", "<!--", "-->", "]]>",
      "<?", "?>",
      "mwg-rs:Regions", "mwg-rs:RegionList", "mwg-rs:Area", "stArea:x", "apple-fi:FaceID", "mwg-rs:Type=\"Face\"",
      "xmpNote:HasExtendedXMP", "&#x0;", "&amp;", "rdf:ID=\"", "rdf:Description", "rdf:datatype=\"",
    ]
  ) { bytes in
    let size = PixelSize(width: 40, height: 24)
    let faces = FaceRegions.faces(in: bytes, storedSize: size, orientation: .right)
    _ = JPEGAuxiliaryType.type(in: bytes)
    _ = DepthRepresentation(xmp: bytes)
    if let packet = FaceRegions.packet(recording: faces, in: bytes, storedSize: size, orientation: .right) {
      precondition(XMPScreening.parseable(packet) != nil, "a packet of our own is not screened well")
    }
    _ = XMPDocument.splitting(bytes, limit: 400) { _ in String(repeating: "0", count: 32) }
    _ = XMPDocument.merging(bytes, into: Array(SeedPhoto.title.utf8))
  }

  /// What colour profiles call themselves, and the conversions that Little CMS makes of them.
  static let profile = FuzzTarget(
    name: "profile",
    seeds: {
      var photo = SeedPhoto.full()
      photo.pixels.colorSpace = .displayP3
      guard let profile = try EmbeddedProfile.bytes(for: photo.pixels, in: .jpeg) else { return [] }
      return [profile]
    }, words: ["desc", "mluc", "text", "curv", "para", "XYZ ", "acsp", "RGB ", "GRAY", "mntr", "rTRC", "wtpt", "A2B0"]
  ) { bytes in
    _ = ProfileDescription.text(of: bytes)
    guard let profile = try? ColorProfile(.icc(bytes)), case .lookup(let lookup) = profile.model else { return }
    let samples: [Float] = [-1, 0, 0.3, 0.5, 1, 2]
    var linear = [Float](repeating: 0, count: 18)
    lookup.decode(samples, count: 6 / lookup.componentCount, into: &linear)
    var back = [Float](repeating: 0, count: 18)
    lookup.encode(linear, count: 6 / lookup.componentCount, into: &back)
  }
}
