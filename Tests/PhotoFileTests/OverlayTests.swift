import Foundation
import Imaging
import Kernels
import Support
import Testing

@testable import PhotoFile

/// Pictures laid together of others (`iovl`, ISO/IEC 23008-12, 6.6.2.2), put together byte by byte.
@Suite struct OverlayTests {
  private static let tileSize = PixelSize(width: 64, height: 64)
  private static let tiles = Result {
    try [1, 2].map { seed in
      let pixels = SamplePhoto.noise(tileSize, .rgba8, alphaType: .opaque, seed: UInt64(seed))
      return try ColorTileEncoder(pixels: pixels, quality: 30).encode(tile: 0)
    }
  }

  private static func size(_ width: Int, _ height: Int) -> (String, [UInt8], Bool) {
    ("ispe", [0, 0, 0, 0] + HEIFVariant.number(width, 4) + HEIFVariant.number(height, 4), false)
  }

  /// An overlay item.
  private static func overlay(
    _ width: Int, _ height: Int, background: [Int] = [0x4040, 0x8080, 0xC0C0, 0xFFFF], wide: Bool = false,
    at offsets: [(Int, Int)]
  ) -> HEIFVariant.Item {
    let count = wide ? 4 : 2
    var data: [UInt8] = [0, wide ? 1 : 0]
    for sample in background { data += HEIFVariant.number(sample, 2) }
    for side in [width, height] { data += HEIFVariant.number(side, count) }
    for (x, y) in offsets { data += HEIFVariant.number(x, count) + HEIFVariant.number(y, count) }
    return HEIFVariant.Item(type: "iovl", data: data, method: 1, properties: [Self.size(width, height)])
  }

  /// Two pictures and an overlay of both, in which the second hides a part of the first and reaches beyond the canvas.
  static func file(wide: Bool = false) throws -> HEIFVariant {
    var file = HEIFVariant()
    file.items = try tiles.get().map { HEIFVariant.picture($0, size: tileSize, isHidden: true) }
    file.items.append(overlay(150, 90, wide: wide, at: [(10, 5), (50, -20)]))
    file.primary = 3
    file.references = [("dimg", 3, [1, 2])]
    return file
  }

  /// The pictures by themselves.
  private static func layers() throws -> [PixelBuffer] {
    try [1, 2].map { primary in
      var file = try file()
      file.primary = primary
      return try Photo(data: file.file()).pixels
    }
  }

  /// The picture of an overlay by the standard's definition, pixel by pixel.
  private static func laid(
    _ layers: [(pixels: PixelBuffer, x: Int, y: Int)], on size: PixelSize, background: [UInt8] = [64, 128, 192, 255]
  ) -> PixelBuffer {
    var bytes = [UInt8](repeating: 0, count: size.area * 4)
    for y in 0..<size.height {
      for x in 0..<size.width {
        var pixel = background
        for layer in layers {
          let (column, row) = (x - layer.x, y - layer.y)
          guard (0..<layer.pixels.width).contains(column), (0..<layer.pixels.height).contains(row) else { continue }
          let start = row * layer.pixels.rowBytes + column * 4
          pixel = Array(layer.pixels.bytes[start..<start + 4])
        }
        bytes.replaceSubrange((y * size.width + x) * 4..<(y * size.width + x) * 4 + 4, with: pixel)
      }
    }
    return PixelBuffer(size: size, format: .rgba8, bytes: bytes)
  }

  @Test(arguments: [false, true]) func `later layers hide earlier ones, and parts beyond the canvas are cut off`(
    wide: Bool
  ) throws {
    let layers = try Self.layers()
    let bytes = try Self.file(wide: wide).file()
    let photo = try Photo(data: bytes)
    let expected = Self.laid([(layers[0], 10, 5), (layers[1], 50, -20)], on: PixelSize(width: 150, height: 90))
    #expect(photo.pixels == expected && photo.sourceFormat == .heic && photo.orientation == .up)
    let summary = try PhotoSummary(data: bytes)
    #expect(summary.size == photo.pixels.size && summary.format == .heic && summary.bitsPerComponent == 8)

    let region = PixelRect(x: 40, y: 3, width: 60, height: 50)
    #expect(try Photo(data: bytes, options: ReadingOptions(region: region)).pixels == expected.cropped(to: region))
    let small = try Photo(data: bytes, options: ReadingOptions(maximumPixelSize: 75)).pixels
    let reduction = AreaReduction(
      from: expected.size, to: PixelSize(width: 75, height: 45), of: .rgba8, alphaType: .opaque)
    #expect(small == reduction.reduced(expected))
  }

  @Test func `layers are cropped, rotated and mirrored before composition, and the result after it`() throws {
    let layers = try Self.layers()
    var file = try Self.file()
    file.items[0].properties.append(("irot", [1], true))
    file.items[0].properties.append(("imir", [1], true))
    // 20 x 40, its centre 10 right of and 4 above the picture's.
    file.items[1].properties.append(
      ("clap", [20, 1, 40, 1, 10, 1, -4, 1].flatMap { HEIFVariant.number($0, 4) }, true))
    file.items[2].properties.append(("irot", [3], true))
    let photo = try Photo(data: file.file())
    let first = layers[0].oriented(by: .left).oriented(by: .upMirrored)
    let second = layers[1].cropped(to: PixelRect(x: 32, y: 8, width: 20, height: 40))
    let expected = Self.laid([(first, 10, 5), (second, 50, -20)], on: PixelSize(width: 150, height: 90))
    #expect(photo.pixels == expected && photo.orientation == .right)
  }

  @Test func `grids, overlays and identity derivations can be layers`() throws {
    let layers = try Self.layers()
    var file = try Self.file()
    file.items[2] = HEIFVariant.Item(
      type: "grid", data: [0, 0, 0, 1, 0, 100, 0, 60], method: 1, properties: [Self.size(100, 60)])
    file.items.append(
      HEIFVariant.Item(type: "iden", method: 1, properties: [Self.size(64, 64), ("irot", [2], true)]))
    file.items.append(Self.overlay(80, 70, background: [0, 0, 0, 0], at: [(-30, 30)]))
    file.items.append(Self.overlay(200, 100, at: [(3, 7), (90, 20), (150, 60)]))
    // An identity derivation of the whole mirrors it.
    file.items.append(
      HEIFVariant.Item(type: "iden", method: 1, properties: [Self.size(200, 100), ("imir", [1], true)]))
    file.primary = 7
    file.references = [
      ("dimg", 3, [1, 2]), ("dimg", 4, [1]), ("dimg", 5, [4]), ("dimg", 6, [3, 5, 2]), ("dimg", 7, [6]),
    ]
    let photo = try Photo(data: file.file())
    var gridAlone = file
    gridAlone.primary = 3
    let grid = try Photo(data: gridAlone.file()).pixels
    let turned = layers[0].oriented(by: .down)
    // The inner overlay is transparent where it has no layer.
    let expected = Self.laid(
      [
        (grid, 3, 7), (turned.cropped(to: PixelRect(x: 30, y: 0, width: 34, height: 40)), 90, 50), (layers[1], 150, 60),
      ],
      on: PixelSize(width: 200, height: 100))
    #expect(photo.pixels == expected && photo.orientation == .upMirrored)
  }

  @Test func `a layer's alpha and a transparent canvas are composed`() throws {
    let layers = try Self.layers()
    let matte = HEIFSyntheticPhoto.matte(Self.tileSize, seed: 3)
    var alpha = HEIFVariant.picture(try GrayPictureEncoder.encode(matte), size: Self.tileSize, isHidden: true)
    alpha.properties.append(("auxC", [0, 0, 0, 0] + Array("\(AuxiliaryImageType.hevcAlpha.rawValue)\0".utf8), true))
    var file = try Self.file()
    file.items.append(alpha)
    file.references.append(("auxl", 4, [2]))
    file.items[2] = Self.overlay(100, 80, at: [(0, 0), (20, 10)])
    let photo = try Photo(data: file.file())
    #expect(photo.pixels.alphaType == .opaque)
    let below = Self.laid([(layers[0], 0, 0)], on: PixelSize(width: 100, height: 80))
    func blended(_ x: Int, _ y: Int, _ c: Int) -> Double {
      let under = Double(below.bytes[(y * 100 + x) * 4 + c])
      let (column, row) = (x - 20, y - 10)
      guard (0..<64).contains(column), (0..<64).contains(row) else { return under }
      let opacity = Double(matte.bytes[row * 64 + column]) / 255
      return Double(layers[1].bytes[(row * 64 + column) * 4 + c]) * opacity + under * (1 - opacity)
    }
    for y in 0..<80 {
      for x in 0..<100 {
        for c in 0..<3 {
          #expect(abs(Double(photo.pixels.bytes[(y * 100 + x) * 4 + c]) - blended(x, y, c)) <= 0.51)
        }
      }
    }

    // Colours that are multiplied by the alpha already are only added.
    file.references.append(("prem", 2, [4]))
    let added = try Photo(data: file.file()).pixels
    for (x, y) in [(20, 10), (40, 30), (70, 60), (83, 73)] {
      for c in 0..<3 {
        let opacity = Double(matte.bytes[(y - 10) * 64 + x - 20]) / 255
        let under = Double(below.bytes[(y * 100 + x) * 4 + c]) * (1 - opacity)
        let sum = min(255, Double(layers[1].bytes[((y - 10) * 64 + x - 20) * 4 + c]) + under)
        #expect(abs(Double(added.bytes[(y * 100 + x) * 4 + c]) - sum) <= 0.51)
      }
    }
    file.references.removeLast()

    // Where the canvas is half transparent and no layer lies, so is the picture.
    file.items[2] = Self.overlay(100, 80, background: [0xFFFF, 0, 0, 0x8080], at: [(0, 0), (20, 10)])
    let clear = try Photo(data: file.file()).pixels
    #expect(clear.alphaType == .straight)
    #expect(Array(clear.bytes.suffix(4)) == [255, 0, 0, 128] && clear.bytes[3] == 255)
    #expect(Array(clear.bytes[..<3]) == Array(layers[0].bytes[..<3]))
  }

  @Test func `profiles of gray, and those that cannot be read, are as in other formats`() throws {
    for (profile, warnings) in [(SyntheticProfile.gray(gamma: 1.8), 0), (SyntheticProfile.broken(count: 500), 1)] {
      var file = try Self.file()
      file.items[0].properties.append(("colr", Array("prof".utf8) + profile, true))
      let photo = try Photo(data: file.file())
      #expect(photo.warnings.count == warnings)
      #expect(ProfileDescription.name(of: photo.pixels.colorSpace) == (warnings == 0 ? "Test, as RGB" : "sRGB"))
    }
  }

  @Test func `layers of other colours are converted to those of the overlay`() throws {
    let layers = try Self.layers()
    var file = try Self.file()
    let profile = try #require(ICCProfile.bytes(for: .displayP3))
    file.items[1].properties.append(("colr", Array("prof".utf8) + profile, true))
    let mixed = try Photo(data: file.file()).pixels
    #expect(mixed.colorSpace == .sRGB)
    // A pixel of the first layer, and one of the second, which is of a wider gamut.
    func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(mixed.bytes[(y * 150 + x) * 4..<(y * 150 + x) * 4 + 4]) }
    #expect(pixel(10, 5) == Array(layers[0].bytes[..<4]))
    let start = (20 * 64 + 3) * 4
    #expect(pixel(53, 0) != Array(layers[1].bytes[start..<start + 4]))
    // All in one space nothing is converted, but for the canvas, which is in sRGB.
    file.items[0].properties.append(("colr", Array("prof".utf8) + profile, true))
    let wide = try Photo(data: file.file()).pixels
    #expect(wide.colorSpace == .icc(profile))
    let (first, other) = ((5 * 150 + 10) * 4, 53 * 4)
    #expect(Array(wide.bytes[first..<first + 4]) == Array(layers[0].bytes[..<4]))
    #expect(Array(wide.bytes[other..<other + 4]) == Array(layers[1].bytes[start..<start + 4]))
    #expect(wide.bytes[..<3] != [64, 128, 192] && wide.bytes[3] == 255)
  }

  @Test func `layers of AV1 and of more than 8 bits are composed`() throws {
    var file = try Self.file()
    for (index, depth) in [8, 10].enumerated() {
      let pixels = SamplePhoto.noise(
        Self.tileSize, depth > 8 ? .rgba16 : .rgba8, alphaType: .opaque, seed: UInt64(index + 1))
      let picture = try ColorTileEncoder(pixels: pixels, codec: .av1, quality: 0.8, depth: depth).encode(tile: 0)
      file.items[index] = HEIFVariant.picture(picture, size: Self.tileSize, isHidden: true)
    }
    let bytes = file.file()
    let layers = try [1, 2].map { primary in
      file.primary = primary
      return try Photo(data: file.file()).pixels
    }
    let photo = try Photo(data: bytes)
    #expect(photo.sourceFormat == .avif && photo.pixels.format == .rgba16)
    #expect(try PhotoSummary(data: bytes).bitsPerComponent == 10)
    func samples(_ pixels: PixelBuffer, _ x: Int, _ y: Int) -> [Int] {
      (0..<4).map { c in
        let place = y * pixels.width + x
        if pixels.format == .rgba8 { return 257 * Int(pixels.bytes[place * 4 + c]) }
        return Int(pixels.bytes[place * 8 + 2 * c]) | Int(pixels.bytes[place * 8 + 2 * c + 1]) << 8
      }
    }
    for (x, y) in [(0, 0), (9, 9), (12, 60), (60, 43), (60, 44), (113, 3), (114, 3)] {
      let expected =
        (50..<114).contains(x) && y < 44
        ? samples(layers[1], x - 50, y + 20)
        : (10..<74).contains(x) && (5..<69).contains(y)
          ? samples(layers[0], x - 10, y - 5) : [0x4040, 0x8080, 0xC0C0, 0xFFFF]
      #expect(samples(photo.pixels, x, y) == expected, "\(x), \(y)")
    }
    // Written anew it is an AVIF of one picture.
    let written = try photo.with(pixels: photo.pixels.oriented(by: .down)).data(as: .avif())
    #expect(try Photo(data: written).pixels.size == photo.pixels.size)
    #expect(try HEIFDocument(written, limits: .default).items.allSatisfy { $0.entry.type != "iovl" })
  }

  @Test func `each fault is an error of its kind`() throws {
    func failure(_ change: (inout HEIFVariant) -> Void, limits: ReadingLimits = .default) throws -> PhotoFileError? {
      var file = try Self.file()
      change(&file)
      do throws(PhotoFileError) {
        _ = try Photo(data: file.file(), options: ReadingOptions(limits: limits))
        return nil
      } catch {
        return error
      }
    }
    func isMalformed(_ error: PhotoFileError?) -> Bool { if case .malformed = error { true } else { false } }
    func isLimit(_ error: PhotoFileError?, _ word: String) -> Bool {
      if case .limitExceeded(_, let reason) = error { reason.contains(word) } else { false }
    }
    #expect(isMalformed(try failure { $0.items[2].data.removeLast() }))
    #expect(isMalformed(try failure { $0.references = [] }))
    #expect(isMalformed(try failure { $0.references = [("dimg", 3, [1, 9])] }))
    #expect(isMalformed(try failure { $0.references = [("dimg", 3, [1, 3])] }))
    #expect(isMalformed(try failure { $0.items[2].properties = [Self.size(151, 90)] }))
    #expect(isMalformed(try failure { $0.items[2].properties = [] }))
    #expect(isMalformed(try failure { $0.items[2].data.replaceSubrange(10..<12, with: [0, 0]) }))
    guard case .unsupported = try failure({ $0.items[2].data[0] = 1 }) else {
      Issue.record("another version is read")
      return
    }
    // A large canvas is refused before there is room for it.
    let huge = try failure { $0.items[2] = Self.overlay(40_000, 40_000, wide: true, at: [(0, 0), (0, 0)]) }
    #expect(isLimit(huge, "pixels"))
    var limits = ReadingLimits.default
    limits.totalPixels = 150 * 90 + 2 * 64 * 64 - 1
    #expect(isLimit(try failure({ _ in }, limits: limits), "totalPixels"))
    limits.totalPixels += 1
    #expect(try failure({ _ in }, limits: limits) == nil)
    limits.tiles = 1
    #expect(isLimit(try failure({ _ in }, limits: limits), "tiles"))
  }

  @Test func `a chain of overlays with many references ends in an error at once`() throws {
    var file = try Self.file()
    let count = 40
    file.items.removeLast()
    for level in 0..<3 {
      file.items.append(Self.overlay(64, 64, at: [(Int, Int)](repeating: (0, 0), count: count)))
      file.references.append(("dimg", 3 + level, [Int](repeating: level == 0 ? 1 : 2 + level, count: count)))
    }
    file.references.removeFirst()
    file.primary = 5
    let seconds = ThreadClock.seconds {
      #expect(throws: PhotoFileError.self) { try Photo(data: file.file()) }
      #expect(throws: PhotoFileError.self) { try PhotoSummary(data: file.file()) }
    }
    #expect(seconds < 2)
    // Five deep, each of one layer.
    var deep = try Self.file()
    deep.items.removeLast()
    deep.references = []
    for level in 0..<5 {
      deep.items.append(Self.overlay(64, 64, at: [(0, 0)]))
      deep.references.append(("dimg", 3 + level, [level == 0 ? 1 : 2 + level]))
    }
    deep.primary = 6
    #expect(try Photo(data: deep.file()).pixels == Self.layers()[0])
    deep.primary = 7
    #expect(throws: PhotoFileError.self) { try Photo(data: deep.file()) }
  }

  @Test func `an edit replaces it by one picture, lossless editing keeps it`() throws {
    var file = try Self.file()
    file.items.append(
      HEIFVariant.Item(type: "Exif", data: [0, 0, 0, 0] + HEIFSyntheticPhoto.exif, isHidden: true))
    // A layer's thumbnail, which shows the layer.
    file.items.append(HEIFVariant.picture(try Self.tiles.get()[1], size: Self.tileSize, isHidden: true))
    file.references += [("cdsc", 4, [3]), ("thmb", 5, [2])]
    let bytes = file.file()
    let photo = try Photo(data: bytes)
    let edited = photo.with(pixels: photo.pixels.oriented(by: .down))
    #expect(edited.warnings(writingAs: .heic()).contains { $0.message.contains("overlay becomes one picture") })
    let written = try edited.data(as: .heic())
    let document = try HEIFDocument(written, limits: .default)
    #expect(!document.items.contains { $0.entry.type == "iovl" })
    #expect(try Photo(data: written).pixels.size == photo.pixels.size)
    for tile in try Self.tiles.get() {
      #expect(Data(bytes).range(of: Data(tile.data)) != nil && Data(written).range(of: Data(tile.data)) == nil)
    }

    let stripped = try StrippedPhoto(bytes, removing: [.location, .metadata, .mattes])
    #expect(try Photo(data: stripped.data).pixels == photo.pixels)
    #expect(try Photo(data: stripped.data).metadata.isEmpty)
    var encoded = try EncodedPhoto(data: bytes)
    try encoded.add(
      AuxiliaryImage(
        type: .portraitEffectsMatte, pixels: SamplePhoto.matte(.portrait, PixelSize(width: 75, height: 45)).pixels))
    let withMatte = try Photo(data: encoded.data())
    #expect(withMatte.pixels == photo.pixels && withMatte.mattes[.portrait] != nil)
  }

  @Test func `the source grid of an identity derivation does not outlive an edit`() throws {
    var file = try Self.file()
    file.items[2] = HEIFVariant.Item(
      type: "grid", data: [0, 0, 0, 1, 0, 100, 0, 60], method: 1, properties: [Self.size(100, 60)])
    file.items.append(HEIFVariant.Item(type: "iden", method: 1, properties: [Self.size(100, 60)]))
    file.primary = 4
    file.references = [("dimg", 3, [1, 2]), ("dimg", 4, [3])]
    let photo = try Photo(data: file.file())
    let written = try photo.with(pixels: photo.pixels.oriented(by: .down)).data(as: .heic())
    for tile in try Self.tiles.get() { #expect(Data(written).range(of: Data(tile.data)) == nil) }
  }

  @Test func `an overlay cannot be a tile`() throws {
    var file = try Self.file()
    file.items.append(
      HEIFVariant.Item(
        type: "grid", data: [0, 0, 0, 0, 0, 150, 0, 90], method: 1, properties: [Self.size(150, 90)]))
    file.references.append(("dimg", 4, [3]))
    file.primary = 4
    #expect(throws: PhotoFileError.self) { try Photo(data: file.file()) }
  }

  @Test(.enabled(if: URL(filePath: "/usr/bin/heif-convert").isExecutable, "needs heif-convert"))
  func `heif-convert shows the same picture`() throws {
    let folder = try TemporaryFolder()
    for (name, wide) in [("narrow", false), ("wide", true)] {
      let (input, output) = (folder.file("\(name).heic"), folder.file("\(name).png"))
      // Smooth pictures, as programs interpolate chroma in different ways. Layers that begin above the canvas are wrong
      // in libheif 1.15.1; 1.23.6 shows them as they are shown here.
      var file = try Self.file(wide: wide)
      file.items[2] = Self.overlay(150, 90, wide: wide, at: [(10, 5), (60, 50)])
      for (index, orientation) in [Orientation.up, .right].enumerated() {
        let pixels = SamplePhoto.pixels(Self.tileSize).oriented(by: orientation)
        let picture = try ColorTileEncoder(pixels: pixels, quality: 90).encode(tile: 0)
        file.items[index] = HEIFVariant.picture(picture, size: Self.tileSize, isHidden: true)
      }
      let bytes = file.file()
      try Data(bytes).write(to: URL(filePath: input))
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/heif-convert")
      process.arguments = [input, output]
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      let other = try Photo(contentsOf: URL(filePath: output)).pixels.converted(to8Bit: .rgba8)
      let own = try Photo(data: bytes).pixels
      #expect(other.size == own.size)
      let differences = zip(other.bytes, own.bytes).map { abs(Int($0) - Int($1)) }
      #expect((differences.max() ?? 0) <= 8)
      #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 1.5)
    }
  }
}

extension URL {
  fileprivate var isExecutable: Bool { FileManager.default.isExecutableFile(atPath: path) }
}
