import Imaging
import Support
import Testing

@testable import PhotoFile

/// As ``MutationTests``, for the flat formats: whatever happens to a file's bytes, reading it ends in a picture or a
/// typed error, quickly and within the memory of ``ReadingLimits``. 3,000 mutations of each format are tried in a full
/// run.
@Suite(.serialized) struct FlatMutationTests {
  @Test(.timeLimit(.minutes(60)), arguments: ["WebP", "TIFF", "JPEG XL", "GIF", "RAW"])
  func `mutated files of a format end in a picture or a typed error`(format: String) async throws {
    let samples = try Self.samples(of: format)
    var files: [(seed: UInt64, bytes: [UInt8])] = []
    let count = TestScale.isFull ? 3_000 : 300
    for index in 0..<count {
      let seed = UInt64(index)
      files.append((seed, Mutation.mutated(samples[index % samples.count], seed: seed)))
    }
    let pixels = 250_000
    let readings = try await Probe.read(files.map(\.bytes), pixels: pixels)
    var pictures = 0
    for (file, reading) in zip(files, readings) {
      let name = "\(format), seed \(file.seed)"
      if Probe.checkIsBounded(reading, of: file.bytes, pixels: pixels, named: name) { pictures += 1 }
    }
    #expect((count / 20...count - count / 20).contains(pictures), "\(format): \(pictures) pictures")
  }

  @Test(arguments: ["WebP", "TIFF", "JPEG XL", "GIF", "RAW"])
  func `files that are whole are read as pictures`(format: String) async throws {
    let readings = try await Probe.read(try Self.samples(of: format), pixels: 250_000)
    #expect(readings.allSatisfy { $0?.outcome == "picture" }, "\(readings)")
  }

  /// Small files of a format, of all the kinds that are coded in another way.
  private static func samples(of format: String) throws -> [[UInt8]] {
    let portrait = SamplePhoto.portrait(PixelSize(width: 40, height: 24), orientation: .right)
    var clear = portrait
    clear.pixels = SamplePhoto.noise(PixelSize(width: 19, height: 17), .rgba8, alphaType: .straight, seed: 1)
    var deep = portrait
    deep.pixels = SamplePhoto.noise(PixelSize(width: 9, height: 7), .rgba16, alphaType: .straight, seed: 1)
    // Little-endian, as the mutations search for entries.
    func little(_ photo: Photo) -> Photo {
      var photo = photo
      photo.metadata.exif = SamplePhoto.exif(orientation: .right, bigEndian: false)
      return photo
    }
    switch format {
    case "WebP":
      return [
        try portrait.data(as: .webP()), try portrait.data(as: .webP(quality: 1)), try clear.data(as: .webP()),
        try clear.data(as: .webP(quality: 1)),
      ]
    case "TIFF":
      return [
        try little(portrait).data(as: .tiff), try little(clear).data(as: .tiff), try little(deep).data(as: .tiff),
      ]
    case "JPEG XL":
      return [
        try portrait.data(as: .jpegXL()), try clear.data(as: .jpegXL(quality: 1)), try deep.data(as: .jpegXL()),
        try Photo(pixels: portrait.pixels).data(as: .jpegXL()),
      ]
    case "GIF":
      let indices = (0..<240).map { UInt8($0 % 128) }
      return [
        SyntheticGIF.file(width: 20, height: 12, [.init(width: 20, height: 12, indices: indices)]),
        SyntheticGIF.file(
          width: 24, height: 16,
          [
            .init(x: 2, y: 1, width: 20, height: 12, indices: indices, transparent: 5, isInterlaced: true),
            .init(width: 20, height: 12, indices: indices),
          ]),
      ]
    default: return [SyntheticDNG.ramp(width: 64, height: 48, orientation: 8)]
    }
  }
}
