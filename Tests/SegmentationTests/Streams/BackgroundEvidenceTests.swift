import Imaging
import Kernels
import Testing

@testable import Segmentation

@Suite struct BackgroundEvidenceTests {
  private let size = PixelSize(width: 8, height: 4)

  private func planes(hair: Float, skin: Float, portrait: Float) -> PlanarBuffer<Float> {
    let samples = [hair, skin, portrait].flatMap { [Float](repeating: $0, count: size.area) }
    return PlanarBuffer(size: size, planeCount: 3, samples: samples)
  }

  @Test func `odds are multiplied`() {
    #expect(abs(BackgroundEvidence.probability(0.5, with: 0) - 0.5) < 1e-6)
    #expect(abs(BackgroundEvidence.probability(0.2, with: 1.3862944) - 0.5) < 1e-4)
    #expect(BackgroundEvidence.probability(0, with: -6) == 0 && BackgroundEvidence.probability(1, with: 4) == 1)
    #expect(BackgroundEvidence.probability(1, with: -6) == 1)
    #expect(BackgroundEvidence.probability(0, with: 4) > 0)
  }

  @Test func `hair and skin fade with the portrait, and are not raised with it`() {
    var faded = planes(hair: 0.4, skin: 0.2, portrait: 0.8)
    let against = BackgroundEvidence(
      grid: PixelSize(width: 2, height: 1), logOdds: [Float](repeating: -3, count: 2))
    against.apply(to: &faded, in: .full)
    let left = BackgroundEvidence.probability(0.8, with: -3)
    #expect(faded[2].allSatisfy { abs($0 - left) < 1e-5 })
    #expect(faded[0].allSatisfy { abs($0 - 0.4 * left / 0.8) < 1e-5 })
    #expect(faded[1].allSatisfy { abs($0 - 0.2 * left / 0.8) < 1e-5 })

    var raised = planes(hair: 0.1, skin: 0.2, portrait: 0.3)
    BackgroundEvidence(grid: PixelSize(width: 2, height: 1), logOdds: [3, 3]).apply(to: &raised, in: .full)
    #expect(raised[0].allSatisfy { $0 == 0.1 } && raised[1].allSatisfy { $0 == 0.2 })
    #expect(raised[2].allSatisfy { $0 > 0.8 })
  }

  @Test func `a region uses the evidence of its own cells`() {
    // Against anybody in the right half.
    let evidence = BackgroundEvidence(grid: PixelSize(width: 4, height: 1), logOdds: [0, 0, -6, -6])
    var left = planes(hair: 0, skin: 0, portrait: 0.5)
    var right = left
    evidence.apply(to: &left, in: NormalizedRect(x: 0, y: 0, width: 0.3, height: 1))
    evidence.apply(to: &right, in: NormalizedRect(x: 0.7, y: 0, width: 0.3, height: 1))
    #expect(left[2].allSatisfy { $0 == 0.5 })
    #expect(right[2].allSatisfy { $0 < 0.01 })
  }

  @Test func `a passing object is no person without the network's support, and an arm belongs to a person`() {
    let grid = PixelSize(width: 12, height: 5)
    // Somebody on the left, an arm beside them, and a car apart from both.
    let person = PixelRect(x: 0, y: 0, width: 4, height: 5)
    let arm = PixelRect(x: 4, y: 2, width: 3, height: 1)
    let car = PixelRect(x: 9, y: 1, width: 3, height: 3)
    func plane(_ values: [(PixelRect, Float)], else other: Float) -> [Float] {
      (0..<grid.area).map { index in
        let cell = PixelRect(x: index % grid.width, y: index / grid.width, width: 1, height: 1)
        return values.first { $0.0.contains(cell) }?.1 ?? other
      }
    }
    let portrait = plane([(person, 0.97), (arm, 0.1), (car, 0.1)], else: 0.01)
    let evidence = BackgroundEvidence(grid: grid, logOdds: plane([(arm, 4), (car, 4)], else: -2))
    let supported = evidence.supported(by: portrait)
    #expect(supported.logOdds == plane([(arm, 4), (car, 0)], else: -2))
  }

  @Test func `the history is weighed at each position of a frame`() throws {
    let frame = PixelSize(width: 256, height: 144)
    var history = FrameHistory(size: frame)
    var picture = PixelBuffer(size: frame, format: .rgba8, colorSpace: .sRGB, bytes: pattern(frame))
    func part(_ portrait: Float) -> [ShownPrediction] {
      var planes = PlanarBuffer<Float>(repeating: 0, size: PixelSize(width: 64, height: 64), planeCount: 3)
      for index in 2 * 64 * 64..<3 * 64 * 64 { planes.samples[index] = portrait }
      let guide = PixelBuffer(size: planes.size, format: .rgba8, colorSpace: .sRGB)
      let prediction = CoarsePrediction(planes: planes, guide: guide, inputSize: planes.size, presence: nil)
      return [ShownPrediction(prediction: prediction, rect: PixelRect(x: 160, y: 40, width: 64, height: 64))]
    }
    var parts = part(0.01)
    for frame in 0..<10 {
      history.elapsed = frame == 0 ? 0 : 0.04
      let evidence = try history.weigh(&parts, of: picture)
      #expect((evidence == nil) == (frame == 0))
    }
    parts = part(0.8)
    _ = try history.weigh(&parts, of: picture)
    #expect(parts[0].prediction.planes[2].allSatisfy { $0 < 0.1 })
    // Somebody in red there, of whom the network sees the upper half.
    picture = painted(picture, PixelRect(x: 170, y: 50, width: 40, height: 40))
    parts = part(0.1)
    for row in 10..<30 {
      for column in 10..<50 { parts[0].prediction.planes.samples[2 * 64 * 64 + row * 64 + column] = 0.95 }
    }
    _ = try history.weigh(&parts, of: picture)
    let portrait = parts[0].prediction.planes[2]
    #expect(portrait[portrait.startIndex + 40 * 64 + 30] > 0.7)
    #expect(portrait[portrait.startIndex + 2 * 64 + 2] < 0.01)
  }

  private func pattern(_ size: PixelSize) -> [UInt8] {
    (0..<size.area).flatMap { index -> [UInt8] in
      let level = UInt8(60 + index % size.width % 5 * 20 + index / size.width % 3 * 15)
      return [level, level / 2 + 30, level, 255]
    }
  }

  private func painted(_ picture: PixelBuffer, _ rect: PixelRect) -> PixelBuffer {
    var bytes = picture.bytes
    for y in rect.minY..<rect.maxY {
      for x in rect.minX..<rect.maxX {
        let place = 4 * (y * picture.width + x)
        (bytes[place], bytes[place + 1], bytes[place + 2]) = (220, 20, 20)
      }
    }
    return PixelBuffer(size: picture.size, format: .rgba8, colorSpace: .sRGB, bytes: bytes)
  }
}
