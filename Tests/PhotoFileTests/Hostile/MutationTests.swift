import Imaging
import Support
import Testing

@testable import PhotoFile

/// Whatever happens to a file's bytes, reading it ends in a picture or in an error of its own kind, soon and within the
/// memory that ``ReadingLimits`` states.
@Suite struct MutationTests {
  @Test(.timeLimit(.minutes(60)))
  func `2000 mutated files end in a picture or a typed error, within a second and the stated memory`() async throws {
    var files: [(name: String, seed: UInt64, bytes: [UInt8])] = []
    for (name, count, bytes) in try Self.samples() {
      for _ in 0..<count {
        let seed = UInt64(files.count)
        files.append((name, seed, Mutation.mutated(bytes, seed: seed)))
      }
    }
    #expect(files.count == 2_000)
    // Costly files are to be spread over the processes.
    var random = RepeatableRandomNumberGenerator(seed: 2_000)
    files.shuffle(using: &random)
    let pixels = 250_000
    let readings = try await Probe.read(files.map(\.bytes), pixels: pixels)

    var pictures: [String: Int] = [:]
    for (file, reading) in zip(files, readings) {
      let name = "\(file.name), seed \(file.seed)"
      if Probe.checkIsBounded(reading, of: file.bytes, pixels: pixels, named: name) {
        pictures[file.name, default: 0] += 1
      }
    }
    // Of every kind some are damaged beyond reading, and some are not.
    for (name, count, _) in try Self.samples() {
      #expect(
        (count / 20...count * 19 / 20).contains(pictures[name] ?? 0), "\(name): \(pictures[name] ?? 0) of \(count)")
    }
  }

  @Test func `files that are whole are read as pictures`() async throws {
    let readings = try await Probe.read(try Self.samples().map(\.bytes), pixels: 250_000)
    #expect(readings.allSatisfy { $0?.outcome == "picture" }, "\(readings)")
  }

  /// Small files of all kinds, and how many mutations each gets.
  private static func samples() throws -> [(name: String, count: Int, bytes: [UInt8])] {
    var portrait = SamplePhoto.portrait(PixelSize(width: 40, height: 24), orientation: .right)
      .with(faces: [Face(bounds: NormalizedRect(x: 0.2, y: 0.2, width: 0.3, height: 0.3))])
    portrait.pixels.colorSpace = .displayP3
    var wide = portrait
    wide.pixels = SamplePhoto.pixels(PixelSize(width: 560, height: 20))
    wide.auxiliaryImages = Array(portrait.auxiliaryImages.prefix(1))
    var wordy = portrait
    wordy.metadata.xmp = SamplePhoto.titleXMP.replacing("Tests 1.0", with: String(repeating: "a word ", count: 10_000))
      .utf8.map(\.self)
    var deep = portrait
    deep.pixels = SamplePhoto.noise(PixelSize(width: 9, height: 7), .rgba16, alphaType: .straight, seed: 1)
    let bright = GainMapSample.photo(size: PixelSize(width: 64, height: 64))
    return [
      ("HEIC with a gain map", 100, try bright.data(as: .heic(quality: 0.3))),
      ("JPEG with a gain map", 100, try bright.data(as: .jpeg())),
      ("HEIC of layers", 60, try OverlayTests.file().file()),
      ("HEIC", 440, try portrait.data(as: .heic(quality: 0.3))),
      ("HEIC with two tiles", 200, try wide.data(as: .heic(quality: 0.3))),
      ("AV1 in HEIF", 100, try av1()),
      ("AVIF", 100, try portrait.data(as: .avif(quality: 0.4))),
      ("JPEG with mattes", 300, try portrait.data(as: .jpeg())),
      ("JPEG with extended XMP", 50, try wordy.data(as: .jpeg())),
      ("progressive JPEG", 70, JPEGFixtures.bytes(.progressive)),
      ("arithmetic JPEG", 30, JPEGFixtures.bytes(.arithmetic)),
      ("PNG", 300, try portrait.data(as: .png)),
      ("PNG of 16 bits", 150, try deep.data(as: .png)),
    ]
  }

  private static func av1() throws -> [UInt8] {
    let size = PixelSize(width: 64, height: 64)
    let settings = CodingSettings(codec: .av1, content: .losslessGray, depth: 8)
    let picture = try PictureEncoder.encode(size: size, settings: settings) { planes in
      for index in 0..<planes.lumaStride * size.height {
        planes.luma.storeBytes(of: UInt8(truncatingIfNeeded: index * index), toByteOffset: index, as: UInt8.self)
      }
    }
    var assembler = HEIFAssembler()
    for isMatte in [false, true] {
      let item = assembler.add(picture, isHidden: isMatte)
      guard isMatte else {
        assembler.primary = item
        continue
      }
      assembler.associate(.auxiliaryType(MatteKind.hair.urn, subtype: []), with: item, isEssential: true)
      assembler.refer("auxl", from: item, to: [assembler.primary])
    }
    return assembler.file()
  }
}
