import Imaging
import Testing

@testable import FaceMeta

@Suite struct GapPathTests {
  private func end(_ x: Double, _ y: Double, at time: Double, _ velocity: SIMD2<Double>? = nil) -> GapPath.End {
    GapPath.End(place: SIMD2(x, y), velocity: velocity, time: time)
  }

  @Test func `an accelerating face is interpolated with its acceleration`() {
    // 500 pixels a second squared, from rest.
    let path = GapPath(
      start: end(100, 40, at: 1, .zero), end: end(140, 40, at: 1.4, SIMD2(200, 0)))
    for time in [1.0, 1.1, 1.2, 1.3, 1.4] {
      let place = path.place(at: time)
      #expect(abs(place.x - (100 + 250 * (time - 1) * (time - 1))) < 0.01 && place.y == 40, "\(time)")
    }
  }

  @Test func `without a velocity interpolation is linear, and never overshoots`() {
    let straight = GapPath(start: end(0, 0, at: 0, SIMD2(900, 0)), end: end(10, 20, at: 1))
    #expect(straight.place(at: 0.25) == SIMD2(2.5, 5))
    let wild = GapPath(start: end(0, 0, at: 0, SIMD2(900, -500)), end: end(10, 20, at: 1, SIMD2(-900, 4000)))
    for step in 0...20 {
      let place = wild.place(at: Double(step) / 20)
      #expect(place.x >= 0 && place.x <= 10 && place.y >= 0 && place.y <= 20)
    }
  }

  @Test func `before and after the gap the ends are held`() {
    let path = GapPath(start: end(1, 2, at: 0, .zero), end: end(3, 4, at: 1, .zero))
    #expect(path.place(at: -1) == SIMD2(1, 2) && path.place(at: 2) == SIMD2(3, 4))
    let empty = GapPath(start: end(1, 2, at: 0), end: end(3, 4, at: 0))
    #expect(empty.place(at: 0) == SIMD2(1, 2))
  }
}
