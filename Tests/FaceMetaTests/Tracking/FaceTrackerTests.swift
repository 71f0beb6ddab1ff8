import Imaging
import Support
import Testing

@testable import FaceMeta

/// The contract of identities, with faces whose ways are known.
@Suite struct FaceTrackerTests {
  private func ids(_ faces: [[Face]]) -> [[Int]] { faces.map { $0.compactMap(\.id) } }

  /// The identity that is reported nearest to a place, within half a face.
  private func id(_ faces: [Face], at box: FaceBox?, in size: PixelSize = PixelSize(width: 320, height: 240)) -> Int? {
    guard let box else { return nil }
    return faces.first { box.overlap(with: FaceBox($0.bounds, in: size)) > 0.6 }?.id
  }

  @Test func `a face that stays has one identity from its first frame to its last`() throws {
    let still = ScriptedFace(look: 0) { _ in ScriptedFace.box(100, 100) }
    let reported = try ScriptedMovie.seconds(4).tracked([still])
    #expect(ids(reported) == [[Int]](repeating: [1], count: 100))
  }

  @Test func `an identity is never reused, and a face never gets another's`() throws {
    var random = RepeatableRandomNumberGenerator(seed: 31)
    // Twelve lanes, in each of which faces come and go at any time.
    var faces: [ScriptedFace] = []
    var visits: [(lane: Int, from: Double, to: Double)] = []
    for lane in 0..<12 {
      var time = Double.random(in: 0...2, using: &random)
      while time < 30 {
        let end = time + Double.random(in: 0.5...4, using: &random)
        visits.append((lane, time, end))
        // Away for longer than a face may be hidden.
        time = end + Double.random(in: 1.2...3, using: &random)
      }
    }
    for (number, visit) in visits.enumerated() {
      let box = ScriptedFace.box(Double(visit.lane % 4) * 80 + 40, Double(visit.lane / 4) * 80 + 40)
      faces.append(ScriptedFace(look: number % 7) { $0 >= visit.from && $0 < visit.to ? box : nil })
    }
    let movie = ScriptedMovie.seconds(30)
    let reported = try movie.tracked(faces, maximumFaces: 20)
    var owner: [Int: Int] = [:]
    var highest = 0
    for (frame, found) in zip(movie.times, reported) {
      #expect(Set(found.compactMap(\.id)).count == found.count)
      for face in found {
        let id = try #require(face.id)
        // Of many faces each is looked for in every other frame: one that has gone may be taken to be there once more.
        let box = FaceBox(face.bounds, in: ScriptedMovie.size)
        let visit = faces.firstIndex { scripted in
          [frame.seconds, frame.seconds - 0.04].contains { time in
            scripted.box(time).map { $0.overlap(with: box) > 0.6 } ?? false
          }
        }
        if owner[id] == nil {
          #expect(id == highest + 1)
          highest = id
          owner[id] = visit
        }
        #expect(owner[id] == visit, "\(id) at \(frame.seconds)")
      }
    }
    // Where many are followed, only every other frame is searched for new ones.
    let inTime = visits.filter { $0.from <= 29.88 }.count
    #expect(highest >= inTime && highest <= visits.filter { $0.from <= 29.96 }.count)
  }

  @Test func `a face that leaves and comes back has a new and higher identity`() throws {
    // Out over the right edge and back, away for less time than a face may be hidden.
    let face = ScriptedFace(look: 0) { time in
      let x = time < 2 ? 160 + 100 * time : 360 - 100 * (time - 2)
      return ScriptedFace.box(x, 120)
    }
    let reported = try ScriptedMovie.seconds(4).tracked([face], hidden: 2)
    let seen = ids(reported)
    #expect(seen.first == [1] && seen.last == [2])
    #expect(Set(seen.joined()) == [1, 2])
    let last = try #require(seen.lastIndex(of: [1]))
    #expect(try #require(seen.firstIndex(of: [2])) > last)
  }

  @Test(arguments: [false, true])
  func `two faces that cross keep their identities`(differInDepth: Bool) throws {
    // The one in front hides the other while they meet; both go on as before.
    let right = ScriptedFace(look: 1) { ScriptedFace.box(60 + 80 * $0, 120, side: differInDepth ? 48 : 40) }
    let left = ScriptedFace(look: 3) { time in
      let box = ScriptedFace.box(260 - 80 * time, differInDepth ? 125 : 118)
      guard let front = right.box(time), front.overlap(with: box) > 0.4 else { return box }
      return nil
    }
    let movie = ScriptedMovie.seconds(2.5)
    let reported = try movie.tracked([right, left])
    #expect(id(reported[0], at: right.box(0)) == 1 && id(reported[0], at: left.box(0)) == 2)
    var hidden = 0
    for (time, faces) in zip(movie.times, reported) {
      #expect(id(faces, at: right.box(time.seconds)) == 1, "\(time.seconds)")
      if left.box(time.seconds) == nil { hidden += 1 }
    }
    #expect(hidden > 3)
    let end = movie.times[movie.times.count - 1].seconds
    #expect(id(reported[reported.count - 1], at: left.box(end)) == 2)
    #expect(Set(ids(reported).joined()) == [1, 2])
  }

  @Test(arguments: [(0.2, true), (0.8, true), (1.2, false), (2, false)])
  func `a face that is hidden for less than the stated time keeps its identity`(
    hidden: Double, isKept: Bool
  ) throws {
    let face = ScriptedFace(look: 2) { time in
      time >= 1 && time < 1 + hidden ? nil : ScriptedFace.box(120 + 10 * time, 120)
    }
    let reported = try ScriptedMovie.seconds(4).tracked([face], hidden: 1)
    #expect(ids(reported).first == [1])
    #expect(ids(reported).last == [isKept ? 1 : 2])
    // While it is hidden it is not reported.
    #expect(reported[30].isEmpty == (1 + hidden > 30.0 / 25))
  }

  @Test func `a face that reappears gradually keeps its identity`() throws {
    // While half of it shows, what is seen is another face, half as large.
    let whole = ScriptedFace(look: 2) { time in
      time >= 1 && time < 1.6 ? nil : ScriptedFace.box(60 + 40 * time, 120, side: 60)
    }
    let part = ScriptedFace(look: 5) { time in
      time >= 1.3 && time < 1.6 ? ScriptedFace.box(75 + 40 * time, 115, side: 26) : nil
    }
    let reported = try ScriptedMovie.seconds(3).tracked([whole, part], hidden: 1)
    #expect(Set(ids(reported).joined()) == [1])
    #expect(ids(reported).last == [1])
  }

  @Test func `a cut ends all identities`() throws {
    let faces = (0..<3).map { number in
      ScriptedFace(look: number) { _ in ScriptedFace.box(60 + 90 * Double(number), 120) }
    }
    let reported = ids(try ScriptedMovie.seconds(2, cuts: [20]).tracked(faces))
    #expect(Set(reported[..<20]) == [[1, 2, 3]])
    #expect(Set(reported[20...]) == [[4, 5, 6]])
  }

  @Test func `frames of another size end all identities`() throws {
    let face = ScriptedFace(look: 0) { _ in ScriptedFace.box(100, 100) }
    let movie = ScriptedMovie.seconds(1)
    var backend = ScriptedFaceBackend(faces: [face])
    backend.halvesFrom = 0.6
    let tracker = FaceTracker(backend: backend, settings: FaceAnalysisSettings(for: .stream, maximumFaces: 10))
    let reported = ids(try movie.frames.map { try tracker.update($0) })
    #expect(Set(reported[..<15]) == [[1]] && Set(reported[15...]) == [[2]])
  }

  @Test func `times that run backwards end all identities`() throws {
    let face = ScriptedFace(look: 0) { _ in ScriptedFace.box(100, 100) }
    var movie = ScriptedMovie.seconds(2)
    movie.times += movie.times
    let reported = ids(try movie.tracked([face]))
    #expect(Set(reported[..<50]) == [[1]] && Set(reported[50...]) == [[2]])
  }

  @Test func `faces that enter at the edge get the next identities in order`() throws {
    let faces = (0..<5).map { number in
      ScriptedFace(look: number) { time in
        // One every second, from the left, the right and below in turn, in lanes of their own.
        let way = 60 * (time - Double(number))
        guard way > 0 else { return nil }
        switch number % 3 {
        case 0: return ScriptedFace.box(min(way - 20, 60), 30 + 30 * Double(number))
        case 1: return ScriptedFace.box(max(340 - way, 260), 30 + 30 * Double(number))
        default: return ScriptedFace.box(160, max(260 - way, 60))
        }
      }
    }
    let movie = ScriptedMovie.seconds(7)
    let reported = try movie.tracked(faces, tileCount: 3)
    var order: [Int] = []
    for (time, found) in zip(movie.times, reported) {
      for face in found.compactMap(\.id) where !order.contains(face) { order.append(face) }
      for number in faces.indices {
        if let found = id(found, at: faces[number].box(time.seconds)) { #expect(found == number + 1) }
      }
    }
    #expect(order == [1, 2, 3, 4, 5])
    #expect(reported.last?.count == 5)
  }

  @Test func `faces have the frames' times at any rate, with missing frames, and before zero`() throws {
    var random = RepeatableRandomNumberGenerator(seed: 32)
    var value: Int64 = -40_000
    let times = (0..<120).map { _ in
      // A 90 kHz clock, from 10 ms to 100 ms, with a gap now and then.
      value += Int64.random(in: 900...9000, using: &random) + (Int.random(in: 0..<12, using: &random) == 0 ? 27_000 : 0)
      return MediaTime(value: value, timescale: 90_000)
    }
    let start = times[0].seconds
    let face = ScriptedFace(look: 0) { ScriptedFace.box(60 + 20 * ($0 - start), 120) }
    let reported = try ScriptedMovie(times: times).tracked([face])
    #expect(start < 0)
    for (time, faces) in zip(times, reported) {
      #expect(faces.map(\.id) == [1])
      #expect(faces.first?.time?.value == time.value && faces.first?.time?.timescale == 90_000)
    }
  }

  @Test func `a gap between frames does not count as hidden time`() throws {
    let times = [0, 1, 2, 200, 201].map { MediaTime(value: $0, timescale: 25) }
    let face = ScriptedFace(look: 0) { _ in ScriptedFace.box(100, 100) }
    #expect(ids(try ScriptedMovie(times: times).tracked([face])) == [[Int]](repeating: [1], count: 5))
  }

  @Test func `at most the requested number of faces is tracked, the largest of those that appear at once`() throws {
    let faces = (0..<6).map { number in
      ScriptedFace(look: number) { _ in ScriptedFace.box(30 + 50 * Double(number), 120, side: 20 + 4 * Double(number)) }
    }
    let movie = ScriptedMovie.seconds(1)
    let reported = try movie.tracked(faces, maximumFaces: 2)
    #expect(Set(ids(reported)) == [[1, 2]])
    #expect(id(reported[0], at: faces[4].box(0)) == 1 && id(reported[0], at: faces[5].box(0)) == 2)
    #expect(try movie.tracked(faces, maximumFaces: 0).allSatisfy(\.isEmpty))
  }

  @Test(arguments: [1, 2]) func `an identity never goes to a face beyond the tracked number`(most: Int) throws {
    // As many as are followed, and one more that passes in front of them.
    let still = (0..<most).map { number in
      ScriptedFace(look: number) { _ in ScriptedFace.box(120 + 90 * Double(number), 120, side: 48) }
    }
    let passing = ScriptedFace(look: 5) { ScriptedFace.box(20 + 100 * $0, 122, side: 44) }
    let faces = still.map { face in
      ScriptedFace(look: face.look) { time in
        guard let box = face.box(time), let front = passing.box(time) else { return nil }
        return front.overlap(with: box) > 0.4 ? nil : box
      }
    }
    let movie = ScriptedMovie.seconds(3)
    let reported = try movie.tracked(faces + [passing], maximumFaces: most)
    for (time, found) in zip(movie.times, reported) {
      for face in found {
        let box = FaceBox(face.bounds, in: ScriptedMovie.size)
        let owner = try #require(face.id)
        #expect(owner <= most, "\(time.seconds)")
        let place = still[owner - 1].box(time.seconds)
        #expect(place.map { $0.overlap(with: box) > 0.8 } == true, "\(owner) at \(time.seconds)")
      }
    }
    #expect(ids(reported).first == Array(1...most) && ids(reported).last == Array(1...most))
    #expect(reported.map(\.count).min() == most - 1)
  }

  @Test func `a doubtful face is reported when it is seen again`() throws {
    let glimpse = ScriptedFace(look: 0, box: { $0 < 0.03 ? ScriptedFace.box(60, 60) : nil }, confidence: 0.55)
    let face = ScriptedFace(look: 1, box: { _ in ScriptedFace.box(200, 100) }, confidence: 0.55)
    let reported = ids(try ScriptedMovie.seconds(1).tracked([glimpse, face]))
    #expect(reported[0] == [])
    #expect(Set(reported[1...]) == [[1]])
  }
}
