import Imaging

@testable import PhotoFile

extension FuzzTarget {
  static let boxNames = [
    "ftyp", "meta", "hdlr", "pict", "pitm", "iinf", "infe", "iref", "iprp", "ipco", "ipma", "iloc", "idat", "mdat",
    "ispe", "hvcC", "colr", "prof", "nclx", "pixi", "irot", "imir", "clap", "auxC", "dimg", "auxl", "cdsc", "thmb",
    "grid", "hvc1", "av01", "iovl", "iden", "mime", "Exif", "altr", "tmap", "heic", "mif1", "avif", "avis",
  ]

  private static func files() throws -> [[UInt8]] {
    // One coded picture, and a grid of tiles.
    try [PixelSize(width: 40, height: 24), PixelSize(width: 600, height: 40)].map { size in
      try SeedPhoto.full(size, kinds: [.hair, .portrait]).data(as: .heif(quality: 0.2))
    }
  }

  /// The box reader, the document and its metadata; no picture is decoded.
  static let boxes = FuzzTarget(name: "boxes", seeds: files, words: boxNames) { bytes in
    guard let document = try? HEIFDocument(bytes, limits: limits) else { return }
    reading { () throws(PhotoFileError) in
      _ = try HEIFReader.summary(of: document, file: "fuzz", limits: limits)
    }
    for id in document.items.map(\.id) {
      _ = try? PictureItem(id, in: document, limits: limits)
      _ = try? document.readData(of: id, limit: limits.xmpBytes)
    }
  }

  /// A whole file, decoded.
  static let heic = FuzzTarget(name: "heic", seeds: files, words: boxNames) { bytes in
    readPhoto(bytes)
  }
}
