import Glibc
import Imaging
import Support
import Testing

@testable import FaceMeta

@Suite struct FaceSmootherTests {
  private func observation(_ x: Double, _ y: Double, roll: Double = 0) -> FaceObservation {
    FaceObservation(
      ScriptedFace(look: 0, box: { _ in nil }, roll: { _ in .degrees(roll) }), box: ScriptedFace.box(x, y, side: 100),
      at: 0)
  }

  @Test func `smoothing halves the jitter of a face at rest`() {
    var random = RepeatableRandomNumberGenerator(seed: 41)
    var smoother = FaceSmoother()
    var (measured, smoothed) = (0.0, 0.0)
    for frame in 0..<200 {
      let noise = Double.random(in: -1...1, using: &random)
      let result = smoother.smoothed(observation(300 + noise, 200, roll: noise), at: Double(frame) / 25)
      guard frame >= 25 else { continue }
      measured += noise * noise
      smoothed += (result.box.center.x - 300) * (result.box.center.x - 300)
      #expect(abs(Double(result.points[0].x) - result.box.center.x) < 1e-3)
      #expect(abs((result.roll ?? .zero).signed.degrees) < 0.8)
    }
    #expect(smoothed < measured / 4)
  }

  @Test(arguments: [0.5, 1, 3, 8])
  func `a moving face lags by less than an eleventh of its width`(widthsASecond: Double) {
    var smoother = FaceSmoother()
    for frame in 0..<100 {
      let time = Double(frame) / 25
      let x = 100 * widthsASecond * time
      let result = smoother.smoothed(observation(x, 200), at: time)
      if frame > 10 { #expect(x - result.box.center.x < 9, "\(frame)") }
    }
  }

  @Test func `roll takes the short way past a full turn`() {
    var smoother = FaceSmoother()
    var last = 0.0
    for frame in 0..<60 {
      let roll = 330 + Double(frame)
      let result = smoother.smoothed(observation(0, 0, roll: roll), at: Double(frame) / 25)
      let error = ((result.roll ?? .zero) - .degrees(roll)).signed.degrees
      #expect(abs(error) < 4, "\(frame)")
      last = result.roll?.degrees ?? -1
      #expect((0..<360).contains(last))
    }
    #expect(last < 40)
  }

  @Test func `nothing from before a gap affects values after it`() {
    var smoother = FaceSmoother()
    _ = smoother.smoothed(observation(0, 0, roll: 10), at: 0)
    let result = smoother.smoothed(observation(80, 0, roll: 50), at: 2)
    #expect(result.box.center.x == 80 && result.roll == .degrees(50))
  }

  @Test func `one face is never smoothed with another`() throws {
    // At the cut another face is nearly where the first was.
    let movie = ScriptedMovie.seconds(2, cuts: [25])
    let face = ScriptedFace(look: 0) { ScriptedFace.box($0 < 0.99 ? 100 : 110, 100) }
    let reported = try movie.tracked([face])
    let after = try #require(reported[25].first)
    #expect(after.id == 2)
    #expect(abs(after.bounds.midX * 320 - 110) < 1e-9)
    #expect(abs(Double(try #require(after.landmarks?.points.first).x) * 320 - 110) < 1e-3)
  }
}
