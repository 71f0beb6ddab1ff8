import Imaging

@testable import PhotoFile

/// Whole files of the flat formats, decoded by their own libraries.
extension FuzzTarget {
  static let webP = FuzzTarget(
    name: "webp",
    seeds: {
      let photo = SeedPhoto.full()
      return [
        try photo.data(as: .webP()), try photo.data(as: .webP(quality: 1)), try clear.data(as: .webP()),
        try clear.data(as: .webP(quality: 1)), try animation(),
      ]
    },
    words: ["RIFF", "WEBP", "VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP", "EXIF", "XMP ", "\u{9D}\u{1}*"]
  ) { readPhoto($0) }

  static let tiff = FuzzTarget(
    name: "tiff",
    seeds: {
      var deep = SeedPhoto.full()
      deep.pixels = SeedPhoto.pixels(PixelSize(width: 9, height: 7), .rgba16, alphaType: .straight)
      deep.metadata.exif = SeedPhoto.exif(bigEndian: false)
      let gray = Photo(pixels: SeedPhoto.pixels(PixelSize(width: 11, height: 5), .l8))
      return [try SeedPhoto.full().data(as: .tiff), try deep.data(as: .tiff), try gray.data(as: .tiff)]
    },
    words: ["II*\0", "MM\0*", "II+\0", "MM\0+", "\u{1}\u{3}", "\u{2}\u{1}"]
  ) { readPhoto($0) }

  static let jpegXL = FuzzTarget(
    name: "jxl",
    seeds: {
      [
        try SeedPhoto.full().data(as: .jpegXL()), try clear.data(as: .jpegXL(quality: 1)),
        try clear.data(as: .jpegXL()),
        try Photo(pixels: SeedPhoto.pixels(PixelSize(width: 30, height: 20))).data(as: .jpegXL(quality: 0.5)),
      ]
    },
    words: ["JXL ", "ftyp", "jxlc", "jxlp", "jxll", "Exif", "xml ", "brob", "jbrd"]
  ) { readPhoto($0) }

  static let gif = FuzzTarget(
    name: "gif",
    seeds: {
      // Two frames of 4x2 pixels with a palette of four colours, the second interlaced, with a comment.
      let palette: [UInt8] = [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]
      let codes: [UInt8] = [2, 3, 0x44, 0x34, 0x05, 0]
      let header = Array("GIF89a".utf8) + [4, 0, 2, 0, 0x91, 0, 0] + palette
      let control: [UInt8] = [0x21, 0xF9, 4, 1, 0, 0, 2, 0]
      let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 4, 0, 2, 0]
      return [
        header + frame + [0] + codes + [0x3B],
        header + control + frame + [0x40] + codes + [0x21, 0xFE, 2, 65, 66, 0] + frame + [0] + codes + [0x3B],
      ]
    },
    words: ["GIF87a", "GIF89a", "!\u{F9}\u{4}", "!\u{FE}", "NETSCAPE2.0"]
  ) { readPhoto($0) }

  static let raw = FuzzTarget(
    name: "raw",
    seeds: {
      // A TIFF of one component, whose tags declare it as a sensor's.
      let gray = Photo(pixels: SeedPhoto.pixels(PixelSize(width: 32, height: 24), .l16))
      let plain = try gray.data(as: .tiff)
      guard let structure = TIFFStructure(plain), let directory = structure.firstDirectory else { return [plain] }
      var copy = TIFFDirectoryCopy(appendingTo: plain, like: structure, growth: 4_096)
      typealias Value = TIFFDirectoryCopy.Value
      var values = directory.entries.filter { $0.tag != TIFFTag.photometric }.map { entry in
        Value(
          tag: entry.tag, type: entry.type, count: entry.count,
          bytes: Array(structure.bytes(at: entry.position + 8, count: 4) ?? []))
      }
      func text(_ tag: Int, _ words: String) -> Value {
        Value(tag: tag, type: 2, count: words.utf8.count + 1, bytes: Array(words.utf8) + [0])
      }
      let matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap {
        structure.encoded($0, size: 4) + structure.encoded(1, size: 4)
      }
      values += [
        Value(tag: TIFFTag.photometric, type: 3, count: 1, bytes: structure.encoded(32803, size: 2)),
        text(271, "Maker"), text(272, "Camera"), text(50708, "Camera"),
        Value(tag: 33421, type: 3, count: 2, bytes: structure.encoded(2, size: 2) + structure.encoded(2, size: 2)),
        Value(tag: 33422, type: 1, count: 4, bytes: [0, 1, 1, 2]),
        Value(tag: TIFFTag.dngVersion, type: 1, count: 4, bytes: [1, 4, 0, 0]),
        Value(tag: 50721, type: 10, count: 9, bytes: matrix),
      ]
      copy.setFirstDirectory(copy.append(values))
      return [copy.bytes, Array("FUJIFILMCCD-RAW 0201FF383501".utf8) + [UInt8](repeating: 0, count: 200)]
    },
    words: ["FUJIFILMCCD-RAW ", "FOVb", "\0MRM", "IIRO", "IIU\0", "HEAPCCDR", "ftypcrx ", "Canon", "NIKON", "SONY"]
  ) { readPhoto($0) }

  private static var clear: Photo {
    Photo(pixels: SeedPhoto.pixels(PixelSize(width: 19, height: 13), alphaType: .straight))
  }

  /// Two frames of the same picture.
  private static func animation() throws -> [UInt8] {
    let still = try clear.data(as: .webP())
    let coded = try WebPChunks(still, file: "seed").chunks.filter { ["ALPH", "VP8 ", "VP8L"].contains($0.name) }
      .flatMap { WebPChunks.encoded($0.name, still[$0.data]) }
    let frame: [UInt8] = [1, 0, 0, 1, 0, 0, 18, 0, 0, 12, 0, 0, 100, 0, 0, 0] + coded
    return WebPChunks.file(
      WebPChunks.header(canvas: PixelSize(width: 24, height: 20), flags: 0x12)
        + WebPChunks.encoded("ANIM", [0, 0, 0, 0, 0, 0]) + WebPChunks.encoded("ANMF", frame)
        + WebPChunks.encoded("ANMF", frame))
  }
}
