import Imaging

/// Looks ahead for the codes of scenes: a code that was read is added to earlier and later scenes in which it was not,
/// at interpolated places. Scenes wait until those places are known.
struct CodeContinuityStage: StageWork {
  private struct Sighting {
    let code: MachineReadableCode
    let seconds: Double
  }

  private let window: Double
  /// The scenes that wait, oldest first.
  private var waiting: [Scene] = []
  /// Where each code was read, oldest first.
  private var sightings: [Int: [Sighting]] = [:]

  init(_ tracking: CodeTracking) { window = tracking.lookAhead }

  mutating func results(for scene: Scene) throws(SceneError) -> [Scene] {
    let now = scene.time.seconds
    var settled: [Scene] = []
    if let last = waiting.last, scene.time <= last.time {
      // The times of joined recordings begin anew.
      settled = settle { _ in true }
      sightings = [:]
    }
    waiting.append(scene)
    for code in scene.codes {
      guard let id = code.id else { continue }
      sightings[id, default: []].append(Sighting(code: code, seconds: now))
    }
    let window = window
    return settled + settle { now - $0.time.seconds > window }
  }

  mutating func finish() throws(SceneError) -> [Scene] { settle { _ in true } }

  /// The first scenes whose codes are complete, with all of them.
  private mutating func settle(_ isSettled: (Scene) -> Bool) -> [Scene] {
    let count = waiting.prefix(while: isSettled).count
    let settled = waiting.prefix(count).map(completed)
    waiting.removeFirst(count)
    if let oldest = waiting.first?.time.seconds {
      // The last scene before gives a code's origin.
      for (id, known) in sightings {
        let kept = known.filter { $0.seconds >= oldest - window }
        sightings[id] = kept.isEmpty ? nil : kept
      }
    }
    return settled
  }

  private func completed(_ scene: Scene) -> Scene {
    var scene = scene
    let (now, there) = (scene.time.seconds, Set(scene.codes.compactMap(\.id)))
    for (id, known) in sightings.sorted(by: { $0.key < $1.key }) where !there.contains(id) {
      let before = known.last { $0.seconds < now && now - $0.seconds <= window }
      let after = known.first { $0.seconds > now && $0.seconds - now <= window }
      guard var code = (before ?? after)?.code else { continue }
      if let before, let after {
        let part = (now - before.seconds) / (after.seconds - before.seconds)
        code.corners = zip(before.code.corners, after.code.corners).map { a, b in
          NormalizedPoint(x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part)
        }
      }
      code.time = scene.time
      scene.codes.append(code)
      scene.heldCodes.insert(id)
    }
    return scene
  }
}
