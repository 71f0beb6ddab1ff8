import Imaging
import Synchronization
import Testing

@testable import FaceMeta

/// New faces that the verification network has to see before they are reported.
@Suite struct FaceConfirmationTests {
  private let movie = ScriptedMovie.seconds(3)

  private func face(_ x: Double, side: Double = 40, isConfirmed: @escaping @Sendable (Double) -> Bool) -> ScriptedFace {
    var face = ScriptedFace(look: 0) { _ in ScriptedFace.box(x, 100, side: side) }
    face.isConfirmed = isConfirmed
    face.confidence = 0.8
    return face
  }

  @Test func `an object in which the verification network never finds a face is never reported`() throws {
    #expect(try movie.tracked([face(100) { _ in false }]).allSatisfy { $0.isEmpty })
  }

  @Test func `a face is reported from the frame in which the verification network finds it, and stays`() throws {
    let ids = try movie.tracked([face(100) { $0 >= 0.039 && $0 < 0.1 }]).map { $0.map(\.id) }
    #expect(ids[0].isEmpty)
    #expect(ids[1...].allSatisfy { $0 == [1] })
  }

  @Test func `a face that it finds only later is reported then`() throws {
    let ids = try movie.tracked([face(100) { $0 >= 1 }]).map { $0.map(\.id) }
    #expect(ids[..<25].allSatisfy { $0.isEmpty })
    #expect(ids[30...].allSatisfy { $0 == [1] })
  }

  @Test func `without confirmation every new face is reported, the largest where there is not room for all`() throws {
    let faces = [face(80) { _ in false }, face(220, side: 80) { _ in false }]
    func reported(maximumFaces: Int) throws -> [[Face]] {
      let settings = FaceAnalysisSettings(for: .stream, maximumFaces: maximumFaces)
      let tracker = FaceTracker(
        backend: ScriptedFaceBackend(faces: faces), settings: settings, confirmsFaces: false)
      return try movie.frames.map { try tracker.update($0) }
    }
    #expect(try reported(maximumFaces: 2).allSatisfy { $0.count == 2 })
    #expect(try reported(maximumFaces: 1).allSatisfy { $0.count == 1 && ($0.first?.bounds.x ?? 0) > 0.4 })
  }

  @Test func `a face that is certain needs no confirmation`() throws {
    var certain = face(100) { _ in false }
    certain.confidence = 0.96
    #expect(try movie.tracked([certain]).allSatisfy { $0.map(\.id) == [1] })
  }

  @Test func `what is no face takes no face's place`() throws {
    let faces = [face(220, side: 80) { _ in false }, face(80) { _ in true }]
    let reported = try movie.tracked(faces, maximumFaces: 1)
    #expect(reported.allSatisfy { $0.map(\.id) == [1] && ($0.first?.bounds.x ?? 1) < 0.4 })
  }

  @Test func `no more faces are reported than wanted when several are confirmed at once`() throws {
    let faces = [60.0, 160, 260].map { x in face(x) { $0 >= 0.039 } }
    let reported = try movie.tracked(faces, maximumFaces: 2)
    #expect(reported[2...].allSatisfy { $0.map(\.id) == [1, 2] })
  }

  @Test func `a confirmed face is not asked about again, and two new ones a frame are, all of them in the first`()
    throws
  {
    let asked = Mutex<[Double: Int]>([:])
    let faces = (0..<6).map { number in
      var face = ScriptedFace(look: number) { _ in
        ScriptedFace.box(Double(number % 3) * 100 + 60, Double(number / 3) * 100 + 60)
      }
      face.isConfirmed = { $0 > 0.01 }
      face.confidence = 0.8
      return face
    }
    let backend = ScriptedFaceBackend(
      faces: faces, onConfirmation: { time in asked.withLock { $0[time, default: 0] += 1 } })
    let tracker = FaceTracker(backend: backend, settings: FaceAnalysisSettings(for: .stream))
    let counts = try movie.frames.map { try tracker.update($0).count }
    #expect(counts[..<5] == [0, 2, 4, 6, 6])
    #expect(asked.withLock { $0 } == [0: 6, 0.04: 2, 0.08: 2, 0.12: 2])
  }
}
