import Imaging
import Synchronization
import Testing

@testable import FaceMeta

/// Faces that motion blurs, with faces whose ways are known.
@Suite struct BlurredFaceTrackingTests {
  /// To and fro through most of the picture, 20 pixels wide, at rest at first, at up to 24 of its sides a second.
  private func face(isBlurred: @escaping @Sendable (Double) -> Bool) -> ScriptedFace {
    var face = ScriptedFace(look: 0) { ScriptedFace.box(Self.place($0), 100, side: 20) }
    face.roll = { _ in .degrees(8) }
    face.isBlurred = isBlurred
    return face
  }

  private static func place(_ time: Double) -> Double {
    let phase = (time / 2 + 0.25).truncatingRemainder(dividingBy: 1)
    // Two parabolas, which are nearly a swing.
    return phase < 0.5 ? 160 + 1920 * phase * (0.5 - phase) : 160 - 1920 * (phase - 0.5) * (1 - phase)
  }

  @Test func `a face with motion blur keeps identity, size, angles and landmarks`() throws {
    let blurred = face { $0 > 0.3 && $0 < 0.7 }
    let movie = ScriptedMovie.seconds(2)
    for (time, faces) in zip(movie.times, try movie.tracked([blurred])) {
      #expect(faces.map(\.id) == [1], "\(time.seconds)")
      let found = try #require(faces.first)
      let box = FaceBox(found.bounds, in: ScriptedMovie.size)
      // Smoothed with earlier frames alone, it may be some behind.
      #expect(abs(box.center.x - Self.place(time.seconds)) < 6, "\(time.seconds)")
      #expect(abs(box.extent.x - 20) < 0.5, "\(time.seconds)")
      #expect(abs((found.roll ?? .zero).signed.degrees - 8) < 0.5, "\(time.seconds)")
      #expect(found.landmarks?.points.count == 1, "\(time.seconds)")
    }
  }

  @Test func `a face that does not move is not searched for with motion blur`() throws {
    var still = ScriptedFace(look: 0) { _ in ScriptedFace.box(100, 100) }
    still.isBlurred = { $0 >= 1 }
    let ids = try ScriptedMovie.seconds(1.6).tracked([still]).map { $0.map(\.id) }
    #expect(ids[24] == [1])
    #expect(ids[25...].allSatisfy { $0.isEmpty })
  }

  @Test func `a quick face that is hidden or leaves is not reported without a detection`() throws {
    var hidden = face { _ in false }
    hidden.box = { $0 > 0.41 && $0 < 0.59 ? nil : ScriptedFace.box(Self.place($0), 100, side: 20) }
    let movie = ScriptedMovie.seconds(1)
    for (time, faces) in zip(movie.times, try movie.tracked([hidden])) where time.seconds > 0.41 && time.seconds < 0.59
    {
      #expect(faces.isEmpty, "\(time.seconds)")
    }
  }

  @Test func `a face that stays blurred loses its angles and landmarks after a second, not its bounds`() throws {
    // On and on at 10 of its sides a second, round a square.
    var round = face { $0 > 0.4 }
    round.box = { time in
      let way = (200 * time).truncatingRemainder(dividingBy: 4 * 120)
      let part = way.truncatingRemainder(dividingBy: 120)
      let left = 80.0
      switch Int(way / 120) {
      case 0: return ScriptedFace.box(left + part, 60, side: 20)
      case 1: return ScriptedFace.box(left + 120, 60 + part, side: 20)
      case 2: return ScriptedFace.box(left + 120 - part, 180, side: 20)
      default: return ScriptedFace.box(left, 180 - part, side: 20)
      }
    }
    let movie = ScriptedMovie.seconds(2.4)
    for (time, faces) in zip(movie.times, try movie.tracked([round])) {
      #expect(faces.map(\.id) == [1], "\(time.seconds)")
      if time.seconds < 1.3 { #expect(faces.first?.landmarks != nil, "\(time.seconds)") }
      if time.seconds > 1.5 { #expect(faces.first?.landmarks == nil, "\(time.seconds)") }
    }
  }

  @Test func `a face detected only with blur is reported when it has moved, and tracked`() throws {
    // By 18 pixels a frame, nearly its side.
    var passing = ScriptedFace(look: 0) { ScriptedFace.box(30 + 450 * $0, 100, side: 20) }
    passing.isBlurred = { _ in true }
    let ids = try ScriptedMovie.seconds(0.56).tracked([passing]).map { $0.map(\.id) }
    #expect(ids.first?.isEmpty == true)
    #expect(ids[1...].allSatisfy { $0 == [1] })
  }

  @Test func `a blurred detection that does not move is no face`() throws {
    var still = ScriptedFace(look: 0) { ScriptedFace.box(100 + 10 * $0, 100) }
    still.isBlurred = { _ in true }
    #expect(try ScriptedMovie.seconds(1).tracked([still]).allSatisfy { $0.isEmpty })
  }

  @Test func `a face that turns back and blurs as soon as it is quick is not lost`() throws {
    // To the right, and at half a second to the left, by 1.2 pixels more in each frame.
    var turning = ScriptedFace(look: 0) { time in
      let frames = (time - 0.5) * 25
      return ScriptedFace.box(160 - 0.6 * frames * frames, 100, side: 20)
    }
    turning.isBlurred = { $0 > 0.67 }
    let movie = ScriptedMovie.seconds(0.92)
    for (time, faces) in zip(movie.times, try movie.tracked([turning])) where time.seconds > 0.3 {
      #expect(faces.count == 1, "\(time.seconds)")
    }
  }

  @Test func `the search direction for a quick face is that of its motion`() throws {
    let ways = Mutex<[SIMD2<Double>]>([])
    let backend = ScriptedFaceBackend(
      faces: [face { $0 > 0.3 && $0 < 0.7 }],
      onVerification: { time, predicted in
        if time > 0.3, time < 0.7, let way = predicted.blurDirection { ways.withLock { $0.append(way) } }
      })
    let tracker = FaceTracker(backend: backend, settings: FaceAnalysisSettings(for: .stream))
    for frame in ScriptedMovie.seconds(1).frames { _ = try tracker.update(frame) }
    let told = ways.withLock { $0 }
    #expect(!told.isEmpty)
    #expect(told.allSatisfy { abs($0.x + 1) < 0.01 && abs($0.y) < 0.05 })
  }
}
