import Glibc
import Imaging
import Testing

@testable import FaceMeta

@Suite struct DuplicateFaceFilterTests {
  private static let size = PixelSize(width: 200, height: 100)
  private static let face = Face(
    bounds: NormalizedRect(x: 0.2, y: 0.3, width: 0.2, height: 0.4), roll: .degrees(10), confidence: 0.95)

  /// A candidate whose eyes are `degrees` from level.
  private static func candidate(_ x: Float, _ y: Float, side: Float, degrees: Double) -> FaceCandidate {
    let center = SIMD2(x, y) + side / 2
    let angle = Angle.degrees(degrees).radians
    let eyes = SIMD2(Float(cos(angle)), Float(sin(angle))) * side / 4
    let mouth = center + SIMD2(-eyes.y, eyes.x)
    return FaceCandidate(
      minimum: SIMD2(x, y), maximum: SIMD2(x, y) + side, points: [center - eyes, center + eyes, center, mouth],
      score: 0.7)
  }

  @Test func `a candidate at a known face is known, unless it is upside down`() {
    for degrees in [10.0, 80, -75, 99] {
      #expect(
        DuplicateFaceFilter.isKnown(
          Self.candidate(40, 30, side: 40, degrees: degrees), among: [Self.face], in: Self.size), "\(degrees)")
    }
    for degrees in [190.0, 150, -100] {
      #expect(
        !DuplicateFaceFilter.isKnown(
          Self.candidate(40, 30, side: 40, degrees: degrees), among: [Self.face], in: Self.size), "\(degrees)")
    }
  }

  @Test func `a candidate next to a face is not known`() {
    #expect(
      !DuplicateFaceFilter.isKnown(Self.candidate(90, 30, side: 40, degrees: 10), among: [Self.face], in: Self.size))
    #expect(!DuplicateFaceFilter.isKnown(Self.candidate(40, 30, side: 40, degrees: 10), among: [], in: Self.size))
  }
}
