import Glibc
import Imaging
import Support
import Testing

@testable import FaceMeta

@Suite struct CutDetectorTests {
  /// A picture of soft blobs, which a camera pans over by `shift` pixels and that is rolled by `roll` degrees.
  private func scene(seed: UInt64, shift: Double = 0, roll: Double = 0, gain: Double = 1) -> PixelBuffer {
    var random = RepeatableRandomNumberGenerator(seed: seed)
    let turn = (cos: cos(roll * .pi / 180), sin: sin(roll * .pi / 180))
    let blobs = (0..<12).map { _ in
      (
        Double.random(in: -10...50, using: &random), Double.random(in: 0...24, using: &random),
        Double.random(in: 3...8, using: &random), Double.random(in: -90...90, using: &random)
      )
    }
    return PixelBuffer(size: PixelSize(width: 32, height: 24), format: .rgba8) { bytes in
      for y in 0..<24 {
        for x in 0..<32 {
          var value = 110.0
          for (left, top, radius, height) in blobs {
            let (u, v) = (Double(x) - 15.5, Double(y) - 11.5)
            let (px, py) = (turn.cos * u - turn.sin * v + 15.5, turn.sin * u + turn.cos * v + 11.5)
            let (dx, dy) = ((px + shift - left) / radius, (py - top) / radius)
            value += height / (1 + dx * dx + dy * dy)
          }
          let byte = UInt8(min(max(value * gain, 0), 255))
          for channel in 0..<3 { bytes[(y * 32 + x) * 4 + channel] = byte }
          bytes[(y * 32 + x) * 4 + 3] = 255
        }
      }
    }
  }

  @Test func `pans and changes of light are not cuts`() {
    var detector = CutDetector()
    for frame in 0..<60 {
      let picture = scene(seed: 5, shift: Double(frame) * 0.5, gain: frame < 30 ? 1 : 0.7)
      let isCut = detector.isCut(picture)
      #expect(!isCut, "\(frame)")
    }
  }

  @Test(arguments: [6.0, 15, 24])
  func `a sudden roll of the camera is not a cut`(degreesAFrame: Double) {
    for seed in UInt64(10)..<30 {
      var detector = CutDetector()
      for frame in 0..<30 {
        let picture = scene(seed: seed, roll: Double(max(0, frame - 10)) * degreesAFrame)
        let isCut = detector.isCut(picture)
        #expect(!isCut, "\(seed) at \(frame)")
      }
    }
  }

  @Test func `a cut is detected, and only there`() {
    for seed in UInt64(10)..<30 {
      var detector = CutDetector()
      for frame in 0..<20 {
        let picture = scene(seed: frame < 10 ? seed : seed + 100, shift: Double(frame) * 0.2)
        let isCut = detector.isCut(picture)
        #expect(isCut == (frame == 10), "\(seed) at \(frame)")
      }
    }
  }

  @Test func `a new picture in every frame is one cut, not many`() {
    var detector = CutDetector()
    let cuts = (0..<10).map { detector.isCut(scene(seed: UInt64(40 + $0))) }
    #expect(cuts.filter { $0 }.count < 4)
  }

  @Test func `a change from black to a picture is a cut, from black to black it is not`() {
    var detector = CutDetector()
    let black = PixelBuffer(size: PixelSize(width: 32, height: 24), format: .rgba8)
    let cuts = [black, black, scene(seed: 3)].map { detector.isCut($0) }
    #expect(cuts == [false, false, true])
  }
}
