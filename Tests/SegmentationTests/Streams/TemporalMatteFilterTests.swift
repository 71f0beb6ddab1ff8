import Foundation
import Imaging
import Support
import Testing

@testable import Segmentation

/// The filter alone, on drawn movies whose true mattes are known.
@Suite struct TemporalMatteFilterTests {
  /// A frame of 25 a second, in time constants of a quarter of a second; coarser steps than the default's show more.
  private let step = 0.16

  /// The filter with the map of changes that weighs its frames.
  private struct Stream {
    private var changes: ChangeMap
    private var filter: TemporalMatteFilter

    init(size: PixelSize) {
      changes = ChangeMap(grid: ChangeMap.gridSize(for: size))
      filter = TemporalMatteFilter(size: size)
    }

    mutating func filtered(
      _ fresh: MatteSet, kinds: Set<MatteKind>, picture: PixelBuffer, elapsed: Double
    ) throws -> MatteSet {
      let weights = changes.weights(of: try picture.cells(), elapsed: elapsed)
      return filter.filtered(fresh, kinds: kinds, weights: weights, in: .upright)
    }
  }

  private func filtered(_ filter: inout Stream, _ fresh: Matte?, _ picture: PixelBuffer) throws -> Matte? {
    try filter.filtered(MatteSet(fresh.map { [$0] } ?? []), kinds: [.portrait], picture: picture, elapsed: step)[
      .portrait]
  }

  private func shaken(_ matte: Matte, _ random: inout RepeatableRandomNumberGenerator) -> Matte {
    let bytes = matte.pixels.bytes.map { UInt8(min(max(Int($0) + Int.random(in: -40...40, using: &random), 0), 255)) }
    return Matte(
      kind: matte.kind,
      pixels: PixelBuffer(size: matte.pixels.size, format: .l8, colorSpace: .linearGray, bytes: bytes),
      coordinateSpace: .upright)
  }

  @Test(arguments: [Float(0), 8])
  func `mattes of a still scene do not flicker, however noisy the picture`(noise: Float) throws {
    var movie = DrawnMovie()
    movie.noise = noise
    var random = RepeatableRandomNumberGenerator(seed: 11)
    var filter = Stream(size: movie.size.half)
    let center = SIMD2<Float>(80, 64)
    let truth = movie.matte(center: center)
    var (before, shown) = (truth, truth)
    var (raw, calm) = (0.0, 0.0)
    for frame in 0..<12 {
      let fresh = shaken(truth, &random)
      let next = try #require(try filtered(&filter, fresh, movie.picture(center: center)))
      if frame >= 7 {
        raw += fresh.difference(from: before)
        calm += next.difference(from: shown)
      }
      (before, shown) = (fresh, next)
    }
    // A first-order filter with a weight of 1 - exp(-0.16) leaves 0.11 of white noise's flicker.
    #expect(calm < 0.16 * raw)
  }

  @Test func `moving objects leave no trail`() throws {
    var movie = DrawnMovie()
    var filter = Stream(size: movie.size.half)
    for frame in 0..<10 {
      let center = SIMD2<Float>(40 + 8 * Float(frame), 64)
      let fresh = movie.matte(center: center)
      let shown = try #require(try filtered(&filter, fresh, movie.picture(center: center)))
      let worst = zip(shown.pixels.bytes, fresh.pixels.bytes).map { abs(Int($0) - Int($1)) }.max()
      #expect(try #require(worst) <= 12)
    }
  }

  @Test func `the rest of the first matte fades soon where a person has moved on`() throws {
    var movie = DrawnMovie()
    var filter = Stream(size: movie.size.half)
    let (here, there) = (SIMD2<Float>(40, 64), SIMD2<Float>(120, 64))
    for _ in 0..<3 { _ = try filtered(&filter, movie.matte(center: here), movie.picture(center: here)) }
    let (old, new) = (movie.matte(center: here), movie.matte(center: there))
    let ghost = zip(old.pixels.bytes, new.pixels.bytes).map { max($0 / 4, $1) }
    let first = Matte(
      kind: .portrait, pixels: PixelBuffer(size: movie.size.half, format: .l8, colorSpace: .linearGray, bytes: ghost),
      coordinateSpace: .upright)
    let place = 32 * 80 + 20
    var shown = try filtered(&filter, first, movie.picture(center: there))
    #expect(try #require(shown).pixels.bytes[place] >= 50)
    for _ in 0..<4 { shown = try filtered(&filter, new, movie.picture(center: there)) }
    // By the time constant alone 33 would be left.
    #expect(try #require(shown).pixels.bytes[place] <= 12)
  }

  @Test func `a matte that jumps where the picture stands fades with the time constant`() throws {
    var movie = DrawnMovie()
    var filter = Stream(size: movie.size.half)
    let there = SIMD2<Float>(80, 64)
    let picture = movie.picture(center: there)
    let center = 32 * 80 + 40
    _ = try filtered(&filter, movie.matte(center: there), picture)
    for frame in 1...8 {
      let shown = try filtered(&filter, nil, movie.picture(center: there))
      let value = Double(try #require(shown).pixels.bytes[center])
      #expect(abs(value - 255 * exp(-step * Double(frame))) < 4)
    }
    for _ in 0..<16 { _ = try filtered(&filter, nil, picture) }
    #expect(try filtered(&filter, nil, picture) == nil)
  }

  @Test func `a cut restarts the filter`() throws {
    var (movie, other) = (DrawnMovie(), DrawnMovie(seed: 77))
    var filter = Stream(size: movie.size.half)
    let (here, there) = (SIMD2<Float>(40, 40), SIMD2<Float>(120, 90))
    for _ in 0..<3 { _ = try filtered(&filter, movie.matte(center: here), movie.picture(center: here)) }
    let fresh = other.matte(center: there)
    #expect(try filtered(&filter, fresh, other.picture(center: there)) == fresh)
  }

  @Test func `constraints between the mattes of a frame hold between blended ones, to a level`() throws {
    var movie = DrawnMovie()
    var random = RepeatableRandomNumberGenerator(seed: 3)
    let size = movie.size.half
    var filter = Stream(size: size)
    func matte(_ kind: MatteKind, _ bytes: [UInt8]) -> Matte {
      Matte(
        kind: kind, pixels: PixelBuffer(size: size, format: .l8, colorSpace: .linearGray, bytes: bytes),
        coordinateSpace: .upright
      )
    }
    for frame in 0..<6 {
      let hair = (0..<size.area).map { _ in UInt8.random(in: 0...255, using: &random) }
      let skin = hair.map { UInt8.random(in: 0...(255 - $0), using: &random) }
      let person = zip(hair, skin).map { UInt8.random(in: ($0 + $1)...255, using: &random) }
      let shown = try filter.filtered(
        [matte(.hair, hair), matte(.skin, skin), matte(.portrait, person)], kinds: [.hair, .skin, .portrait],
        picture: movie.picture(center: SIMD2(60 + 4 * Float(frame), 64)), elapsed: step)
      let bytes = try [MatteKind.hair, .skin, .portrait].map { try #require(shown[$0]).pixels.bytes }
      let sums = (0..<size.area).map { Int(bytes[0][$0]) + Int(bytes[1][$0]) }
      #expect(sums.allSatisfy { $0 <= 256 })
      #expect(zip(sums, bytes[2]).allSatisfy { $0 <= Int($1) + 1 })
    }
  }
}
