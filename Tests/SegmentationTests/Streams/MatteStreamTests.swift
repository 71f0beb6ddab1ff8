import FaceMeta
import Imaging
import Kernels
import PhotoFile
import Support
import Testing

@testable import Segmentation

/// The real network on movies made of the sample portrait.
@Suite(.enabled(if: SamplePortrait.isReady, "needs set-up's networks and sample"))
struct MatteStreamTests {
  private let size = PixelSize(width: 256, height: 256)
  private let kinds: Set<MatteKind> = [.hair, .skin, .portrait]

  private func noisy(_ picture: PixelBuffer, _ random: inout RepeatableRandomNumberGenerator) -> PixelBuffer {
    var bytes = picture.bytes
    for index in bytes.indices where index % 4 != 3 {
      bytes[index] = UInt8(min(max(Int(bytes[index]) + Int.random(in: -9...9, using: &random), 0), 255))
    }
    return PixelBuffer(size: picture.size, format: .rgba8, bytes: bytes)
  }

  private func portrait() throws -> PixelBuffer {
    try Photo(contentsOf: SamplePortrait.file).pixels.converted(to8Bit: .rgba8).resized(to: size)
  }

  @Test func `a still portrait with sensor noise flickers less than a third as much`() throws {
    let generator = try MatteGenerator(quality: .fast)
    let stream = MatteStream(generator: generator)
    var random = RepeatableRandomNumberGenerator(seed: 21)
    let picture = try portrait()
    var (before, shown): (MatteSet, MatteSet) = ([], [])
    var (raw, calm) = (0.0, 0.0)
    for index in 0..<8 {
      let frame = Frame(pixels: noisy(picture, &random), time: MediaTime(value: Int64(index), timescale: 25))
      let fresh = try generator.mattes(kinds, ofSingle: frame)
      let next = try stream.mattes(kinds, for: frame, faces: [])
      #expect(next.kinds == [.hair, .skin, .portrait])
      if index >= 4 {
        for kind in kinds {
          raw += try #require(fresh[kind]).difference(from: try #require(before[kind]))
          calm += try #require(next[kind]).difference(from: try #require(shown[kind]))
        }
      }
      (before, shown) = (fresh, next)
    }
    #expect(raw > 0 && calm < raw / 3)
  }

  @Test func `a new size, orientation or frame, an earlier time, a gap and a reset restart the stream`() throws {
    let generator = try MatteGenerator(quality: .fast)
    let stream = MatteStream(generator: generator)
    var random = RepeatableRandomNumberGenerator(seed: 22)
    let picture = try portrait()
    let small = try picture.resized(to: PixelSize(width: 200, height: 240)).oriented(by: .left)
    func frame(_ picture: PixelBuffer, _ orientation: Orientation = .up, at time: Int64) -> Frame {
      Frame(pixels: noisy(picture, &random), orientation: orientation, time: MediaTime(value: time, timescale: 25))
    }
    func isAlone(_ frame: Frame, in coordinateSpace: CoordinateSpace = .upright) throws -> Bool {
      let alone = try generator.mattes(kinds, ofSingle: frame, in: coordinateSpace)
      return try stream.mattes(kinds, for: frame, faces: [], in: coordinateSpace) == alone
    }
    #expect(try isAlone(frame(picture, at: 0)))
    #expect(try !isAlone(frame(picture, at: 1)))
    #expect(try isAlone(frame(small, at: 2)))
    #expect(try isAlone(frame(small, .right, at: 3)))
    #expect(try isAlone(frame(small, .right, at: 4), in: .stored))
    #expect(try !isAlone(frame(small, .right, at: 5), in: .stored))
    #expect(try isAlone(frame(small, .right, at: 5), in: .stored))
    #expect(try isAlone(frame(small, .right, at: 100), in: .stored))
    stream.reset()
    #expect(try isAlone(frame(small, .right, at: 101), in: .stored))
  }

  @Test func `a person after a cut is shown from its first frame on, and a title before it is no person`() throws {
    let stream = MatteStream(generator: try MatteGenerator(quality: .fast))
    let title = PixelBuffer(size: size, format: .rgba8) { bytes in
      bytes.initializeMemory(as: UInt8.self, repeating: 20)
      for index in stride(from: 3, to: bytes.count, by: 4) { bytes[index] = 255 }
    }
    let shots = [PixelBuffer](repeating: title, count: 4) + [PixelBuffer](repeating: try portrait(), count: 3)
    for (index, pixels) in (shots + [PixelBuffer](repeating: title, count: 2)).enumerated() {
      let frame = Frame(pixels: pixels, time: MediaTime(value: Int64(index), timescale: 25))
      let mattes = try stream.mattes(kinds, for: frame, faces: [])
      #expect(mattes.kinds == (pixels == title ? [] : [.hair, .skin, .portrait]), "frame \(index)")
      // A network judged it also where it is blended.
      for matte in mattes { #expect(matte.confidence != nil, "frame \(index)") }
    }
  }

  @Test(arguments: TestScale.isFull ? MatteQuality.allCases : [.fast, .balanced])
  func `a small person beside a wall is shown by themselves, their head too, and no person is elsewhere`(
    quality: MatteQuality
  ) throws {
    let (pixels, face) = try SamplePortrait.besideAWall()
    let stream = MatteStream(generator: try MatteGenerator(quality: quality))
    let place = SamplePortrait.placeBesideAWall
    let own = PixelRect(x: place.x / 2, y: place.y / 2, width: place.width / 2, height: place.height / 2).outset(by: 4)
    for index in 0..<3 {
      let frame = Frame(pixels: pixels, time: MediaTime(value: Int64(index), timescale: 25))
      let matte = try #require(try stream.mattes(kinds, for: frame, faces: [face])[.portrait]).pixels
      #expect(matte.size == pixels.size.half)
      var (inside, outside) = (0, 0)
      for (place, value) in matte.bytes.enumerated() where value >= 128 {
        let (x, y) = (place % matte.width, place / matte.width)
        if own.contains(PixelRect(x: x, y: y, width: 1, height: 1)) { inside += 1 } else { outside += 1 }
      }
      #expect(inside > size.half.area / 4 && outside < size.half.area / 100)
    }
  }

  @Test func `later frames without motion, and those after a cut, remove nobody`() throws {
    let generator = try MatteGenerator(quality: .fast)
    let (pixels, face) = try SamplePortrait.besideAWall()
    let other = try portrait().resized(to: pixels.size)
    func frame(_ pixels: PixelBuffer, _ number: Int) -> Frame {
      Frame(pixels: pixels, time: MediaTime(value: Int64(number), timescale: 25))
    }
    let (alone, ahead) = (MatteStream(generator: generator), MatteStream(generator: generator))
    for number in stride(from: 0, through: 48, by: 6) {
      try ahead.learnBackground(from: frame(number < 30 ? pixels : other, number))
    }
    for number in 0..<3 {
      let before = try #require(try alone.mattes(kinds, for: frame(pixels, number), faces: [face])[.portrait])
      let after = try #require(try ahead.mattes(kinds, for: frame(pixels, number), faces: [face])[.portrait])
      #expect(after.difference(from: before) < 1, "frame \(number)")
    }
  }

  @Test func `a reset forgets later frames too, which are another stream's`() throws {
    let generator = try MatteGenerator(quality: .fast)
    let (pixels, face) = try SamplePortrait.besideAWall()
    func frame(_ pixels: PixelBuffer, _ number: Int) -> Frame {
      Frame(pixels: pixels, time: MediaTime(value: Int64(number), timescale: 25))
    }
    let gray = [UInt8](repeating: 120, count: 4 * pixels.size.area)
    let wall = PixelBuffer(size: pixels.size, format: .rgba8, bytes: gray)
    let stream = MatteStream(generator: generator)
    for number in stride(from: 0, through: 48, by: 6) { try stream.learnBackground(from: frame(wall, number)) }
    stream.reset()
    let mattes = try stream.mattes(kinds, for: frame(pixels, 0), faces: [face])
    #expect(try mattes == generator.mattes(kinds, ofSingle: frame(pixels, 0), faces: [face]))
  }
}
