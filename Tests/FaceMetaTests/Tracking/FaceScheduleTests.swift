import Imaging
import Support
import Synchronization
import Testing

@testable import FaceMeta

/// How much is done in a frame, with faces whose ways are known.
@Suite struct FaceScheduleTests {
  /// Who was looked for, and whether the network for the yaw was to be asked.
  private final class Looks: Sendable {
    let all = Mutex<[(time: Double, runsYawNetwork: Bool)]>([])
  }

  /// The looks and the reports of three seconds in which faces move slowly, each in its own place.
  private func looks(at count: Int, times: [MediaTime]? = nil) throws -> (looks: Looks, reported: [[Face]]) {
    let looks = Looks()
    let faces = (0..<count).map { (number: Int) -> ScriptedFace in
      ScriptedFace(look: number % 7) { Self.box(number, at: $0) }
    }
    let backend = ScriptedFaceBackend(faces: faces) { time, predicted in
      looks.all.withLock { $0.append((time, predicted.yawCalibration == nil)) }
    }
    let tracker = FaceTracker(backend: backend, settings: FaceAnalysisSettings(for: .stream, maximumFaces: 20))
    let movie = times.map { ScriptedMovie(times: $0) } ?? ScriptedMovie.seconds(3)
    return (looks, try movie.frames.map { try tracker.update($0) })
  }

  private static func box(_ number: Int, at time: Double) -> FaceBox {
    let x = Double(number % 4) * 80 + 40 + 3 * time
    let y = Double(number / 4) * 80 + 40
    return ScriptedFace.box(x, y, side: 30)
  }

  private func perFrame(_ looks: Looks, runsYawNetwork: Bool = false) -> [Int] {
    let counted = looks.all.withLock { all in
      Dictionary(grouping: all.filter { $0.runsYawNetwork || !runsYawNetwork }, by: \.time).mapValues(\.count)
    }
    return (25..<75).map { counted[Double($0) / 25] ?? 0 }
  }

  @Test(arguments: [4, 26, 130], [0.0, 5, 30])
  func `no tile waits longer than a round, and the whole picture less`(count: Int, work: Double) {
    var schedule = SearchSchedule()
    #expect(schedule.tiles(of: count, after: work) == Array(0..<count))
    var last = [Int](repeating: 0, count: count)
    var longest = last
    for frame in 1...40 * count {
      for tile in schedule.tiles(of: count, after: work) {
        longest[tile] = max(longest[tile], frame - last[tile])
        last[tile] = frame
      }
    }
    let perFrame = max(0.5, (6.25 - work) / 2.5)
    // One search in four is of the whole picture besides.
    for tile in 1..<count { #expect(Double(longest[tile]) <= 1.5 * Double(count) / perFrame + 8, "\(tile)") }
    #expect(longest[0] <= 16)
  }

  @Test(arguments: [1, 3]) func `few faces are each searched for in every frame`(count: Int) throws {
    let (looks, reported) = try looks(at: count)
    #expect(perFrame(looks) == [Int](repeating: count, count: 50))
    #expect(reported.allSatisfy { $0.count == count })
  }

  @Test(arguments: [5, 8, 12]) func `about half of many faces are searched for in a frame, and all are reported`(
    count: Int
  ) throws {
    let (looks, reported) = try looks(at: count)
    let each = perFrame(looks)
    // Now and then one is looked for once more, as a detector is asked about it too.
    #expect(each.allSatisfy { $0 >= count / 2 - 1 && $0 <= count / 2 + 4 }, "\(each)")
    #expect(each.reduce(0, +) <= 50 * count * 2 / 3)
    for (number, faces) in reported.enumerated() where number > 10 {
      #expect(faces.map(\.id) == Array(1...count).map(Optional.some))
      for (index, face) in faces.enumerated() {
        let place = FaceBox(face.bounds, in: ScriptedMovie.size).center
        // In the order of the first frame, from left to right, which is not that of the script.
        let isOne = (0..<count).contains { other in
          let offset = place - Self.box(other, at: Double(number) / 25).center
          return (offset * offset).sum() < 2
        }
        #expect(isOne, "\(number) \(index)")
      }
    }
  }

  @Test func `at a low frame rate every face is searched for in each frame`() throws {
    let times = (0..<30).map { MediaTime(value: Int64($0), timescale: 10) }
    let (looks, _) = try looks(at: 6, times: times)
    let count = looks.all.withLock { all in all.filter { $0.time == 2 }.count }
    #expect(count == 6)
  }

  @Test func `the yaw network runs on few faces per frame, and on each before long`() throws {
    let (looks, _) = try looks(at: 3)
    let asked = perFrame(looks, runsYawNetwork: true)
    #expect(asked.allSatisfy { $0 <= 1 }, "\(asked)")
    #expect(asked.reduce(0, +) == 30, "each of three in every fifth of 50 frames")
  }
}
