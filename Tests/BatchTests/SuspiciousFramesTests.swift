import MatteKit
import Testing

@testable import Batch

@Suite struct SuspiciousFramesTests {
  /// A frame with a portrait everywhere or nowhere, and a face in its middle.
  private func scene(_ second: Int64, portrait: UInt8, confidence: Double, faceID: Int = 1) -> Scene {
    let size = PixelSize(width: 8, height: 8)
    let frame = Frame(
      pixels: PixelBuffer(size: size, format: .rgba8, colorSpace: .sRGB), time: MediaTime(value: second, timescale: 1))
    let pixels = PixelBuffer(
      size: size.half, format: .l8, colorSpace: .linearGray, bytes: [UInt8](repeating: portrait, count: 16))
    var mattes = MatteSet([Matte(kind: .portrait, pixels: pixels, coordinateSpace: .stored)])
    mattes.confidence = confidence
    var face = Face(bounds: NormalizedRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2), confidence: 0.95)
    face.id = faceID
    return Scene(frame, faces: [face], mattes: mattes)
  }

  @Test("frames are counted by reason, with the time of the first from the start of the movie")
  func counted() {
    // As in a broadcast, whose times do not begin at 0.
    var movie = ProcessedMovie(startingAt: MediaTime(value: 10, timescale: 1))
    func add(_ scene: Scene) { movie.add(scene, isDrawn: true, requiresAllFaces: false) }
    add(scene(10, portrait: 255, confidence: 0.99))
    #expect(movie.suspicious.isEmpty)
    add(scene(11, portrait: 255, confidence: 0.5))
    add(scene(12, portrait: 0, confidence: 0.99))
    add(scene(13, portrait: 0, confidence: 0.99))
    #expect(
      movie.suspicious == [
        "in 1 of 4 frames, first at 1.0 s, it is uncertain whether they show a person",
        "in 2 of 4 frames, first at 2.0 s, a face lies outside of the portrait matte",
      ])
  }

  @Test("an extrapolated face does not count as a detection")
  func held() {
    var held = scene(0, portrait: 0, confidence: 0.99)
    held.heldFaces = [1]
    var frames = SuspiciousFrames()
    frames.add(held, at: held.time)
    #expect(frames.reasons.isEmpty)
  }
}
