import Glibc
import Imaging

/// A face that is followed from frame to frame.
struct FaceTrack: Sendable {
  /// Nil until the face has been reported.
  var id: Int?
  private(set) var motion: FaceMotion
  private(set) var last: FaceSighting
  private(set) var appearance: FaceAppearance?
  /// The time of the first frame in which it was looked for and not seen, since it was last seen.
  private(set) var missingSince: Double?
  private(set) var sightings = 1
  /// Frames since a detector saw it.
  private(set) var uncheckedFrames = 0
  private(set) var doubts = 0
  private var smoother = FaceSmoother()

  /// A detector that was asked this many times and saw nothing is believed.
  private static let mostDoubts = 2
  /// Frames between two checks by a detector.
  private static let checkInterval = 10
  /// What it looks like is learnt slowly, so that what covers it for some frames is not.
  private static let appearanceShare: Float = 0.08

  /// - Parameter number: of the face among those that are followed: not all are checked in the same frame.
  init(_ sighting: FaceSighting, at now: Double, number: Int = 0) {
    uncheckedFrames = (3 * number) % Self.checkInterval
    motion = FaceMotion(middle: sighting.box.middle, time: now)
    last = sighting
    appearance = sighting.appearance
  }

  var isMissing: Bool { missingSince != nil }
  var isDisbelieved: Bool { doubts >= Self.mostDoubts }

  /// Where it should be at `now`.
  ///
  /// - Parameter asksYaw: whether the network for the yaw is to be asked in any case.
  func expected(at now: Double, asksYaw: Bool = true) -> ExpectedFace {
    let place = motion.middle(at: now)
    var crop = last.crop
    let step = place - last.box.middle
    crop.middle += SIMD2(Float(step.x), Float(step.y))
    return ExpectedFace(
      box: last.box.moved(to: place), crop: crop, isMeasured: last.isMeasured && !isMissing,
      isToBeChecked: uncheckedFrames >= (doubts > 0 ? 2 : Self.checkInterval),
      knownYaw: asksYaw ? nil : last.knownYaw, score: last.score)
  }

  mutating func see(_ sighting: FaceSighting, at now: Double, wasChecked: Bool) {
    if isMissing { smoother = FaceSmoother() }
    motion.observe(sighting.box.middle, at: now)
    if sighting.isDoubtful {
      doubts += 1
      uncheckedFrames = 0
    } else if wasChecked || !sighting.isMeasured {
      doubts = 0
      uncheckedFrames = 0
    } else {
      uncheckedFrames += 1
    }
    if let seen = sighting.appearance {
      if appearance == nil { appearance = seen } else { appearance?.blend(seen, share: Self.appearanceShare) }
    }
    last = sighting
    missingSince = nil
    sightings += 1
  }

  /// Whether the face may be taken to go on as before for one frame: it was measured just now, and so often that its
  /// motion is known.
  func isSteady(at now: Double) -> Bool {
    last.isMeasured && !isMissing && doubts == 0 && sightings >= Self.knownMotion
      && uncheckedFrames < Self.checkInterval
      && now - motion.time > 0 && now - motion.time <= Self.shortStep
  }

  /// Sightings from which the motion is known.
  private static let knownMotion = 5
  /// Seconds: frames further apart are all measured.
  private static let shortStep = 0.05

  /// Goes on as before, without having been looked for.
  mutating func carry(to now: Double) {
    let step = motion.middle(at: now) - last.box.middle
    last.box.middle += step
    last.crop.middle += SIMD2(Float(step.x), Float(step.y))
    let offset = SIMD3(Float(step.x), Float(step.y), 0)
    for index in last.points.indices { last.points[index] += offset }
  }

  mutating func miss(at now: Double) {
    if missingSince == nil { missingSince = now }
    doubts = 0
  }

  /// The last sighting, smoothed by those before it; to be asked for once a frame.
  mutating func smoothed(at now: Double) -> FaceSighting { smoother.smoothed(last, at: now) }

  /// Whether a face that is not seen any more has gone over the picture's edge rather than behind something.
  func hasLeft(_ size: PixelSize, at now: Double) -> Bool {
    // A step further than it should be now, in case it was lost just before the edge.
    let box = last.box.moved(to: motion.middle(at: now) + motion.velocity * 0.08)
    let visible = box.visibleShare(in: size)
    // One that stays where the edge cuts it may be hidden there.
    return visible < Self.leastVisible && visible < last.box.visibleShare(in: size) - 0.02
  }

  /// Of bounds that are cut by the edge more, the face is no longer seen.
  private static let leastVisible = 0.85

  /// How ill a sighting fits the face, 0 for not at all: in widths of the face, with what it looks like.
  func mismatch(_ sighting: FaceSighting, at now: Double) -> Double {
    let offset = sighting.box.middle - motion.middle(at: now)
    let distance = (offset * offset).sum().squareRoot() / max(last.box.side, 1)
    let growth = abs(log(max(sighting.box.side, 1) / max(last.box.side, 1)))
    var looks = 0.3
    if let appearance, let seen = sighting.appearance { looks = appearance.distance(to: seen) }
    return distance + growth + 3 * looks
  }

  /// Whether a face that is seen again somewhere may be this one, which is missing.
  func mayBe(_ sighting: FaceSighting, at now: Double) -> Bool {
    let offset = sighting.box.middle - motion.middle(at: now)
    let distance = (offset * offset).sum().squareRoot() / max(last.box.side, 1)
    let growth = abs(log(max(sighting.box.side, 1) / max(last.box.side, 1)))
    let reach = 0.6 + min(1, now - motion.time)
    guard distance < reach, growth < 0.5 else { return false }
    guard let appearance, let seen = sighting.appearance else { return true }
    // The nearer it is to where it should be the less it needs to look alike: half of it may still be covered.
    let looks = Self.mostDifferent + Self.differentWhereExpected * (1 - distance / reach)
    return appearance.distance(to: seen) < looks
  }

  /// Whether what is seen may be a part of this face, which is missing: what comes out from behind something looks like a
  /// smaller face at first.
  func mayShow(_ sighting: FaceSighting, at now: Double) -> Bool {
    sighting.box.side < Self.sideOfAPart * last.box.side
      && last.box.moved(to: motion.middle(at: now)).share(with: sighting.box) > Self.shareOfAPart
  }

  private static let sideOfAPart = 0.75
  private static let shareOfAPart = 0.5
  private static let mostDifferent = 0.4
  private static let differentWhereExpected = 0.4
}
