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

  /// The box reader, the container's structure and its metadata; no picture is decoded.
  static let boxes = FuzzTarget(name: "boxes", seeds: files, words: boxNames) { bytes in
    reading { () throws(PhotoFileError) in
      _ = try HEIFReader.summary(of: bytes, file: "fuzz", limits: limits)
      _ = try HEIFReader.metadata(from: bytes, file: "fuzz", limits: limits)
    }
    guard let container = try? HEIFContainer(bytes: bytes, limits: limits) else { return }
    for id in container.items.keys {
      _ = try? PictureItem(id, in: container, limits: limits)
      _ = try? container.data(of: id, limit: limits.xmpBytes)
    }
  }

  /// A whole file, decoded.
  static let heic = FuzzTarget(name: "heic", seeds: files, words: boxNames) { bytes in
    readPhoto(bytes)
  }
}
