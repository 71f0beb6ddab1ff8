import Imaging
import Support
import Synchronization
import Testing

@testable import FilterGraph

/// What a mask hides in all of a run is not worked on, and nobody sees that.
@Suite struct MaskedWorkTests {
  private static let size = PixelSize(width: 96, height: 9)

  /// A mask of stretches that are 0, 1 or anything.
  private func mask(seed: UInt64) -> Image {
    var generator = RepeatableRandomNumberGenerator(seed: seed)
    var samples: [Float] = []
    for _ in 0..<(Self.size.area / 16) {
      let kind = Int.random(in: 0..<4, using: &generator)
      for _ in 0..<16 {
        let value = kind < 2 ? 0 : kind == 2 ? 1 : Float.random(in: 0...1, using: &generator)
        samples += [value, value, value, 1]
      }
    }
    return Image(.floats(samples, Self.size))
  }

  private func picture(_ seed: UInt64, _ content: TestPicture.Content = .opaque) -> Image {
    TestPicture(size: Self.size, content: content).image(seed: seed)
  }

  @Test func `masks within masks, and work that is shared, come out the same whatever the runs`() throws {
    let photo = picture(1)
    let gray = photo.applying(.maximumComponent)
    let inner = gray.applying(.gammaAdjust(power: 0.5)).blended(over: picture(2, .translucent), mask: mask(seed: 3))
    let outer = inner.applying(.sepiaTone(intensity: 0.8)).blended(over: gray, mask: mask(seed: 4))
    let maskOfItself = outer.applying(.colorInvert).blended(over: outer, mask: outer)
    let deep = maskOfItself.blended(over: inner.applying(.exposureAdjust(ev: 1)), mask: mask(seed: 5))
    for image in [inner, outer, maskOfItself, deep] {
      let whole = PixelSize(width: 1 << 20, height: 1 << 20)
      let expected = try Renderer(tileSize: whole, threads: 1, fusing: false).floats(image)
      for tile in [whole, PixelSize(width: 16, height: 1), PixelSize(width: 7, height: 4)] {
        let result = try Renderer(tileSize: tile, threads: 2).floats(image)
        let worst = zip(result, expected).map { abs($0 - $1) / max(1, abs($1)) }.max() ?? 0
        #expect(worst <= 1.0 / 2048, "\(tile)")
      }
      let tiled = try Renderer(tileSize: PixelSize(width: 16, height: 1), threads: 2).floats(image)
      let areSame = try Renderer(tileSize: whole, threads: 1).floats(image) == tiled
      #expect(areSame)
    }
  }

  @Test(arguments: [0, 0.4, 1]) func `a gray picture shows through a mask in all its components`(level: Double) throws {
    let gray = picture(1).applying(.maximumComponent).applying(.gammaAdjust(power: 0.5))
    let image = gray.blended(over: picture(1), mask: .color(Color(red: level, green: level, blue: level)))
    let expected = try Renderer(fusing: false).floats(image)
    let worst = try zip(Renderer().floats(image), expected).map { abs($0 - $1) }.max()
    #expect(try #require(worst) <= 1.0 / 2048)
  }

  /// Counts the pixels that it is asked for.
  private final class Count: Sendable {
    let pixels = Atomic<Int>(0)
  }

  private struct Counting: PixelKernel {
    let count: Count
    func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
      count.pixels.wrappingAdd(1, ordering: .relaxed)
      return pixel
    }
  }

  @Test func `only visible pixels are computed`() throws {
    let half = Image.color(.white).cropped(to: PixelRect(x: 0, y: 0, width: 48, height: 9))
    let count = Count()
    let image = picture(1).applying(Counting(count: count)).blended(over: picture(2), mask: half)
    _ = try Renderer(tileSize: PixelSize(width: 16, height: 1)).floats(image)
    #expect(count.pixels.load(ordering: .relaxed) == 48 * 9)
    // What lies behind is not worked on where the mask is 1.
    let behind = Count()
    let covered = picture(2).blended(over: picture(1).applying(Counting(count: behind)), mask: half)
    _ = try Renderer(tileSize: PixelSize(width: 16, height: 1)).floats(covered)
    #expect(behind.pixels.load(ordering: .relaxed) == 48 * 9)
    // Where the work is used elsewhere, too, it is done everywhere.
    let shared = Count()
    let work = picture(1).applying(Counting(count: shared))
    let both = work.blended(over: picture(2), mask: half).composited(over: work)
    _ = try Renderer(tileSize: PixelSize(width: 16, height: 1)).floats(both)
    #expect(shared.pixels.load(ordering: .relaxed) == 96 * 9)
  }

  @Test func `hidden infinite values have no effect where a mask is 1`() throws {
    let size = Self.size
    let bottom = Image(.floats([Float](repeating: .infinity, count: 4 * size.area), size))
    let mask = Image.color(.white).cropped(to: PixelRect(x: 3, y: 0, width: 20, height: 9))
    for tile in [(1, 1), (16, 1), (96, 9)].map({ PixelSize(width: $0.0, height: $0.1) }) {
      let pixels = try Renderer(tileSize: tile).floats(picture(2).blended(over: bottom, mask: mask))
      let expected = try Renderer().floats(picture(2))
      for index in 0..<size.area where (3..<23).contains(index % size.width) {
        #expect(pixels[(4 * index)..<(4 * index + 4)] == expected[(4 * index)..<(4 * index + 4)])
      }
    }
  }

  @Test func `masked infinite values have no effect where a mask is 0`() throws {
    let bottom = picture(2)
    let size = Self.size
    let top = Image(.floats([Float](repeating: .infinity, count: 4 * size.area), size))
    for tile in [(1, 1), (16, 1), (96, 9)].map({ PixelSize(width: $0.0, height: $0.1) }) {
      let mask = Image.color(.white).cropped(to: PixelRect(x: 3, y: 0, width: 20, height: 9))
      let pixels = try Renderer(tileSize: tile).floats(top.blended(over: bottom, mask: mask))
      let expected = try Renderer().floats(bottom)
      for index in 0..<size.area where !(3..<23).contains(index % size.width) {
        #expect(pixels[(4 * index)..<(4 * index + 4)] == expected[(4 * index)..<(4 * index + 4)])
      }
    }
  }
}
