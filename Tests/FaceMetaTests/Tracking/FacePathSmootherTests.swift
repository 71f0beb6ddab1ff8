import Glibc
import Imaging
import Testing

@testable import FaceMeta

@Suite struct FacePathSmootherTests {
  private static let size = PixelSize(width: 1280, height: 720)
  /// Of the face, in widths of the picture.
  private static let side = 0.1

  /// Frames with a face whose center is at a place, in sides of the face, 25 a second; measured with noise.
  private static func frames(
    _ count: Int, noise: Double, cutAt cut: Int? = nil, place: (Int) -> Double
  ) -> [TrackedFrame] {
    var seed: UInt64 = 7
    func random() -> Double {
      // The sum of twelve uniform numbers is nearly normal.
      (0..<12).reduce(-6) { sum, _ in
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return sum + Double(seed >> 11) / Double(1 << 53)
      }
    }
    return (0..<count).map { number in
      let x = (place(number) + noise * random()) * side
      let bounds = NormalizedRect(x: x - side / 2, y: 0.4, width: side, height: side * 16 / 9)
      let face = Face(id: 1, bounds: bounds, roll: Angle(degrees: number % 2 == 0 ? 359.5 : 0.5))
      return TrackedFrame(faces: [face], time: Double(number) / 25, size: size, isCut: number == cut)
    }
  }

  /// How far the smoothed centers are from the places, in sides of the face.
  private static func errors(_ frames: [TrackedFrame], place: (Int) -> Double) throws -> [Double] {
    let smoother = FacePathSmoother()
    let result = frames.flatMap { smoother.add($0) } + smoother.finish()
    try #require(result.count == frames.count)
    return result.enumerated().map { number, frame in frame.faces[0].bounds.midX / side - place(number) }
  }

  private static func deviation(_ errors: some Collection<Double>) -> Double {
    (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
  }

  @Test("a face that stays does not tremble")
  func still() throws {
    let errors = try Self.errors(Self.frames(100, noise: 0.003) { _ in 5 }) { _ in 5 }
    #expect(Self.deviation(errors[10..<90]) < 0.0009)
  }

  @Test("a face that moves at one speed is where it is, from its first frame to its last")
  func steadyMotion() throws {
    func place(_ number: Int) -> Double { 2 + 0.05 * Double(number) }
    let exact = try Self.errors(Self.frames(60, noise: 0, place: place), place: place)
    #expect(exact.allSatisfy { abs($0) < 1e-9 })
    let noisy = try Self.errors(Self.frames(60, noise: 0.003, place: place), place: place)
    #expect(Self.deviation(noisy[10..<50]) < 0.0015)
  }

  @Test("a face that stops, starts or swings is followed at once")
  func changingMotion() throws {
    func stopping(_ number: Int) -> Double { 2 + 0.08 * Double(min(number, 30)) }
    let stop = try Self.errors(Self.frames(60, noise: 0.002, place: stopping), place: stopping)
    #expect(stop.allSatisfy { abs($0) < 0.02 })
    func swinging(_ number: Int) -> Double { 3 + sin(Double(number) / 25 * 2 * .pi) }
    let swing = try Self.errors(Self.frames(75, noise: 0.002, place: swinging), place: swinging)
    #expect(Self.deviation(swing) < 0.008)
  }

  @Test("nothing is averaged across a cut, and angles go the short way round")
  func cutsAndAngles() throws {
    func place(_ number: Int) -> Double { number < 30 ? 2 : 7 }
    let frames = Self.frames(60, noise: 0, cutAt: 30, place: place)
    #expect(try Self.errors(frames, place: place).allSatisfy { abs($0) < 1e-9 })
    let smoother = FacePathSmoother()
    let rolls = (frames.flatMap { smoother.add($0) } + smoother.finish()).compactMap {
      $0.faces[0].roll?.signed.degrees
    }
    #expect(rolls.count == 60 && rolls.allSatisfy { abs($0) <= 0.5 })
  }
}
