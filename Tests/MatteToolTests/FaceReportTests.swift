import Foundation
import MatteKit
import Testing

@testable import mattetool

@Suite struct FaceReportTests {
  @Test(arguments: [false, true]) func `a face in a report can be decoded as a face`(withParts: Bool) throws {
    let face = Face(
      id: 3, bounds: NormalizedRect(x: 1.0 / 3, y: 0.25, width: 0.5, height: 0.125), roll: .degrees(10.126),
      pitch: .degrees(350), confidence: 0.9999999,
      landmarks: FaceLandmarks(points: (0..<468).map { SIMD3(Float($0) / 1024, 0.5, -0.25) }))
    let json = try JSONEncoder().encode(FaceReport(face, withParts: withParts))
    let read = try JSONDecoder().decode(Face.self, from: json)
    var expected = face
    (expected.bounds.x, expected.roll, expected.confidence) = (0.333333, .degrees(10.13), 1)
    let points = try #require(read.landmarks?.points)
    for (point, known) in zip(points, face.landmarks?.points ?? []) {
      #expect(abs(point.x - known.x) < 1e-6 && point.y == 0.5 && point.z == -0.25)
    }
    expected.landmarks = read.landmarks
    #expect(points.count == 468 && read == expected)
  }
}
