@testable import FaceMeta
import Testing

@Suite struct AnchorsTests {
  @Test func `the short range detector has 896 anchors on two grids`() {
    let anchors = BlazeFace.Kind.shortRange.anchors
    #expect(anchors.count == 896)
    // Two at each of 16 x 16 places, then six at each of 8 x 8.
    #expect(anchors[0] == SIMD2(0.03125, 0.03125) && anchors[1] == anchors[0])
    #expect(anchors[2] == SIMD2(0.09375, 0.03125))
    #expect(anchors[511] == SIMD2(0.96875, 0.96875))
    #expect(anchors[512] == SIMD2(0.0625, 0.0625) && anchors[517] == anchors[512])
    #expect(anchors[518] == SIMD2(0.1875, 0.0625))
    #expect(anchors[895] == SIMD2(0.9375, 0.9375))
  }

  @Test func `the full range detector has one anchor every four pixels`() {
    let anchors = BlazeFace.Kind.fullRange.anchors
    #expect(anchors.count == 2304)
    #expect(abs(anchors[0].x - 2.0 / 192) < 1e-7 && abs(anchors[0].y - 2.0 / 192) < 1e-7)
    #expect(abs(anchors[49].x - 6.0 / 192) < 1e-7 && abs(anchors[49].y - 6.0 / 192) < 1e-7)
  }

  @Test func `a box is read relative to its anchor`() throws {
    var boxes = [Float](repeating: 0, count: 896 * 16)
    var logits = [Float](repeating: -10, count: 896)
    logits[512] = 2
    // Center 12.8 right of the anchor, extent 32 x 64 pixels, the right eye 6.4 up, all in pixels of 128.
    boxes.replaceSubrange(512 * 16..<512 * 16 + 6, with: [12.8, 0, 32, 64, 0, -6.4])
    // Too small a score, and a box turned inside out.
    logits[0] = -1
    logits[1] = 5
    boxes[16 + 2] = -4
    let found = boxes.withUnsafeBufferPointer { boxes in
      logits.withUnsafeBufferPointer { logits in
        BlazeFace.decode(
          boxes: boxes, logits: logits, anchors: BlazeFace.Kind.shortRange.anchors, inputSize: 128, minimumScore: 0.5)
      }
    }
    let face = try #require(found.first)
    #expect(found.count == 1)
    #expect(abs(face.center.x - 0.1625) < 1e-6 && abs(face.center.y - 0.0625) < 1e-6)
    #expect(abs(face.extent.x - 0.25) < 1e-6 && abs(face.extent.y - 0.5) < 1e-6)
    #expect(abs(face.points[FaceCandidate.rightEye].y - 0.0125) < 1e-6)
    #expect(face.points.count == 6)
    #expect(abs(face.score - 0.8807971) < 1e-6)
  }
}
