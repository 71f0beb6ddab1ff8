import Imaging
import Support
import Synchronization
import Testing

@testable import FaceMeta

/// Faces that only the verification network sees, with faces whose ways are known.
@Suite struct ProfileTrackingTests {
  private let movie = ScriptedMovie.seconds(3)

  @Test func `a head that turns to its profile and back is one face in every frame`() throws {
    var face = ScriptedFace(look: 0) { ScriptedFace.box(80 + 40 * $0, 100) }
    face.isProfile = { $0 >= 1 && $0 < 2 }
    for (time, faces) in zip(movie.times, try movie.tracked([face])) {
      #expect(faces.map(\.id) == [1], "\(time.seconds)")
      #expect((faces.first?.yaw == nil) == face.isProfile(time.seconds), "\(time.seconds)")
    }
  }

  @Test func `a profile that enters is found, and reported when it is detected again`() throws {
    var face = ScriptedFace(look: 0) { $0 < 1 ? nil : ScriptedFace.box(80 + 40 * $0, 100) }
    face.isProfile = { _ in true }
    let ids = try movie.tracked([face]).map { $0.map(\.id) }
    #expect(ids[..<26].allSatisfy { $0.isEmpty })
    // Where nothing else is to be done every frame is searched.
    #expect(ids[27...].allSatisfy { $0 == [1] })
  }

  @Test func `a profile that is hidden for a moment keeps its identity`() throws {
    var face = ScriptedFace(look: 0) { $0 > 1 && $0 < 1.5 ? nil : ScriptedFace.box(80 + 40 * $0, 100) }
    face.isProfile = { $0 > 0.5 }
    let ids = try movie.tracked([face]).map { $0.map(\.id) }
    #expect(ids.first == [1] && ids.last == [1] && ids[30].isEmpty)
    #expect(Set(ids.joined()) == [1])
  }

  @Test func `a few of many profiles are verified per frame, in turn, and all are reported`() throws {
    let count = 12
    let asked = Mutex<[Double: Int]>([:])
    let faces = (0..<count).map { number in
      var face = ScriptedFace(look: number % 7) { time in
        ScriptedFace.box(Double(number % 4) * 80 + 40 + 3 * time, Double(number / 4) * 80 + 40, side: 30)
      }
      face.isProfile = { $0 >= 1 }
      return face
    }
    let backend = ScriptedFaceBackend(
      faces: faces, onVerification: { time, _ in asked.withLock { $0[time, default: 0] += 1 } })
    let tracker = FaceTracker(backend: backend, settings: FaceAnalysisSettings(for: .stream, maximumFaces: 20))
    for frame in movie.frames {
      let reported = try tracker.update(frame)
      #expect(reported.compactMap(\.id).sorted() == Array(1...count), "\(frame.time.seconds)")
      for face in reported {
        let center = FaceBox(face.bounds, in: ScriptedMovie.size).center
        let isOne = faces.contains { scripted in
          let offset = center - (scripted.box(frame.time.seconds)?.center ?? .zero)
          return (offset * offset).sum() < 4
        }
        #expect(isOne, "\(frame.time.seconds)")
      }
    }
    let counts = asked.withLock { $0 }
    #expect(counts.values.allSatisfy { $0 <= 3 })
    #expect(counts.filter { $0.key >= 1 }.count == 50)
  }

  @Test func `a mesh that slides off for a frame does not move the face`() throws {
    var face = ScriptedFace(look: 0) { ScriptedFace.box(80 + 40 * $0, 100) }
    face.slip = { abs($0 - 1) < 0.01 ? SIMD2(0, 24) : .zero }
    for (time, faces) in zip(movie.times, try movie.tracked([face])) {
      #expect(faces.map(\.id) == [1])
      let reported = try #require(faces.first)
      let box = FaceBox(reported.bounds, in: ScriptedMovie.size)
      #expect(abs(box.center.y - 100) < 1, "\(time.seconds)")
    }
  }
}
