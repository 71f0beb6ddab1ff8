import Imaging

@testable import PhotoFile

extension FuzzTarget {
  static let boxNames = [
    "ftyp", "meta", "hdlr", "pict", "pitm", "iinf", "infe", "iref", "iprp", "ipco", "ipma", "iloc", "idat", "mdat",
    "ispe", "hvcC", "colr", "prof", "nclx", "pixi", "irot", "imir", "clap", "auxC", "dimg", "auxl", "cdsc", "thmb",
    "grid", "hvc1", "av01", "iovl", "iden", "mime", "Exif", "altr", "tmap", "heic", "mif1", "avif", "avis",
  ]

  private static func files() throws -> [[UInt8]] {
    // One coded picture, a grid of tiles, and layers: the picture and its mattes.
    let files = try [PixelSize(width: 40, height: 24), PixelSize(width: 600, height: 40)].map { size in
      try SeedPhoto.full(size, kinds: [.hair, .portrait]).data(as: .heic(quality: 0.2))
    }
    return files + [try overlay(of: files[0])]
  }

  /// A file whose picture is laid together of those of another.
  private static func overlay(of file: [UInt8]) throws -> [UInt8] {
    var document = try HEIFDocument(file, limits: limits).editable()
    let layers = [document.primaryID] + document.auxiliaryIDs
    let id = document.freeID()
    let payload = BoxWriter.bytes {
      $0.uint16(0)
      // A canvas that is half transparent, and its size.
      for number in [0xFFFF, 0x8000, 0, 0x8000, 48, 32] { $0.uint16(number) }
      // Offsets from above and left of the canvas.
      for place in layers.indices { for offset in [8 * place - 4, 4 * place - 2] { $0.uint16(offset & 0xFFFF) } }
    }
    document.add(ItemEntry(id: id, type: "iovl", isHidden: false), data: payload, isInItemData: true)
    let size = BoxWriter.bytes { for number in [0, 48, 32] { $0.uint32(number) } }
    document.associate(RawBox("ispe", size), with: id, isEssential: false)
    document.references.append(ItemReference(type: "dimg", from: id, to: layers))
    document.primaryID = id
    return document.file()
  }

  /// The box reader, the document and its metadata; no picture is decoded.
  static let boxes = FuzzTarget(name: "boxes", seeds: files, words: boxNames) { bytes in
    guard let document = try? HEIFDocument(bytes, limits: limits) else { return }
    reading { () throws(PhotoFileError) in
      _ = try HEIFReader.summary(of: document, file: "fuzz", limits: limits)
    }
    for id in document.items.map(\.id) {
      _ = try? ImageItem(id, in: document, limits: limits)
      _ = try? document.readData(of: id, limit: limits.xmpBytes)
    }
  }

  /// A whole file, decoded.
  static let heic = FuzzTarget(name: "heic", seeds: files, words: boxNames) { bytes in
    readPhoto(bytes)
  }
}
