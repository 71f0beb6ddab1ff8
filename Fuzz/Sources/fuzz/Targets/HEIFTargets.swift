import Imaging

@testable import PhotoFile

extension FuzzTarget {
  private static let boxNames = [
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
    reading { () throws(PhotoFileError) in
      check(try HEIFReader.photo(from: bytes, file: "fuzz", limits: limits))
    }
  }

  /// The HEVC decoder behind libheif: `hvcC` after its length in two bytes, then the picture's data.
  static let hevc = FuzzTarget(
    name: "hevc",
    seeds: {
      let tiles = [
        try ColorTileEncoder(pixels: SeedPhoto.pixels(PixelSize(width: 64, height: 64)), quality: 20).encode(tile: 0),
        try GrayPictureEncoder.encode(SeedPhoto.pixels(PixelSize(width: 64, height: 72), .l8)),
      ]
      return tiles.map { tile in
        let configuration = tile.configuration.bytes
        return [UInt8(configuration.count >> 8), UInt8(configuration.count & 0xFF)] + configuration + tile.data
      }
    }, words: []
  ) { bytes in
    guard bytes.count >= 2 else { return }
    let end = 2 + Int(bytes[0]) << 8 + Int(bytes[1])
    guard end <= bytes.count else { return }
    do throws(HEIFFault) {
      let configuration = try HEVCConfiguration(2..<end, in: bytes)
      let parameters = configuration.parameters
      guard parameters.codedSize.area <= limits.pixels else { return }
      try HEVCDecoder.decode(HEVCPicture(configuration: configuration, data: Array(bytes[end...]))) { planes in
        // Every row has to be there, to its last sample.
        let bytesPerSample = parameters.lumaDepth > 8 ? 2 : 1
        var sum: UInt8 = 0
        for y in 0..<parameters.size.height {
          sum &+= planes.luma.load(
            fromByteOffset: y * planes.lumaStride + parameters.size.width * bytesPerSample - 1, as: UInt8.self)
        }
        withExtendedLifetime(sum) {}
      }
    } catch {}
  }
}
