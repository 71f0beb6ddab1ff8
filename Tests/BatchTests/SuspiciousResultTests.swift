import MatteKit
import Testing

@testable import Batch

@Suite struct SuspiciousResultTests {
  /// A portrait that covers the left half of the upright picture.
  private func leftHalf(_ confidence: Double?) -> MatteSet {
    let bytes = (0..<64).map { UInt8($0 % 8 < 4 ? 255 : 0) }
    let pixels = PixelBuffer(
      size: PixelSize(width: 8, height: 8), format: .l8, colorSpace: .linearGray, bytes: bytes)
    var set = MatteSet([Matte(kind: .portrait, pixels: pixels, coordinateSpace: .upright)])
    set.confidence = confidence
    return set
  }

  private func face(x: Double, height: Double = 0.3, confidence: Double = 0.95) -> Face {
    Face(bounds: NormalizedRect(x: x, y: 0.3, width: 0.2, height: height), confidence: confidence)
  }

  private func reasons(_ mattes: MatteSet, _ faces: [Face]) -> [String] {
    SuspiciousResult(mattes, faces: faces, orientation: .up).reasons
  }

  @Test("a certain portrait around its face is not suspicious, nor is certain absence")
  func sure() {
    #expect(reasons(leftHalf(0.99), [face(x: 0.1)]).isEmpty)
    var nobody = MatteSet()
    nobody.confidence = 0.02
    #expect(reasons(nobody, []).isEmpty)
    #expect(reasons(MatteSet(), [face(x: 0.1)]).isEmpty, "no mattes were requested")
  }

  @Test("a matte in the stored frame is checked at the face's position there")
  func stored() {
    // What is stored on the left is upright on the right.
    let turned = SuspiciousResult(
      MatteSet([
        Matte(kind: .portrait, pixels: leftHalf(nil)[.portrait]!.pixels, coordinateSpace: .stored)
      ]), faces: [face(x: 0.1)], orientation: .down)
    #expect(turned.facesOutside == 1)
  }

  @Test("doubt is reported, with its probability")
  func doubt() {
    #expect(reasons(leftHalf(0.62), []) == ["whether it shows a person is uncertain: 62 %"])
  }

  @Test("a face outside the portrait is reported, unless it is small or uncertain")
  func outside() {
    #expect(
      reasons(leftHalf(0.99), [face(x: 0.1), face(x: 0.7)]) == ["1 of 2 faces lie outside of the portrait matte"])
    #expect(reasons(leftHalf(0.99), [face(x: 0.1), face(x: 0.7, height: 0.1)]).isEmpty)
    #expect(reasons(leftHalf(0.99), [face(x: 0.1), face(x: 0.7, confidence: 0.6)]).isEmpty)
  }

  @Test("a face without any portrait is reported")
  func faceAlone() {
    var nobody = MatteSet()
    nobody.confidence = 0.01
    #expect(reasons(nobody, [face(x: 0.1)]) == ["it shows a face, but has no portrait matte"])
  }
}
