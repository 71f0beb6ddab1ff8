import Glibc
import Imaging

/// One face tracked from frame to frame: its last observation, its motion and its appearance.
struct FaceTrack: Sendable {
  /// The identity; nil until the face is first reported.
  var id: Int?
  private(set) var motion: FaceMotion
  private(set) var last: FaceObservation
  private(set) var appearance: FaceAppearance?
  /// The time of the first frame without the face since it was last seen, in seconds; nil while it is visible.
  private(set) var missingSince: Double?
  /// Number of frames in which the face was seen.
  private(set) var observations = 1
  /// Frames since a detector last confirmed the face.
  private(set) var framesSinceDetection = 0
  /// Number of times in a row that a detector did not confirm the face.
  private(set) var doubts = 0
  /// Whether it is certain, or the verification network saw it once: the other networks also agree on drawn faces and on
  /// things. Until then it is not reported.
  var isConfirmed: Bool
  /// How often the verification network was asked about a face that is not confirmed.
  var confirmations = 0
  /// Whether the face is beyond the number of faces that are reported. It is tracked only while it is near one of
  /// those, which must not be confused with it.
  var isExcess = false
  /// The number of the frame in which the verification network last ran for the face.
  var lastVerification = -1000
  /// Number of consecutive frames in which the face was extrapolated without a search.
  private(set) var extrapolations = 0
  /// The last observation of the face without blur, with its mesh if it had one recently, and the time, in seconds.
  private var sharp: (seen: FaceObservation, time: Double)
  private var smoother = FaceSmoother()

  /// The number of consecutive detections without confirmation after which a face is dropped.
  private static let maximumDoubts = 2
  /// Frames from one detection that confirms the face to the next.
  private static let detectionInterval = 10
  /// Weight of a new frame in the appearance, `0...1`: low, so that an object that covers the face for a few frames is
  /// not learnt.
  private static let appearanceRate: Float = 0.08

  /// - Parameters:
  ///   - now: the time of the frame, in seconds.
  ///   - number: index of the face among the tracked ones. It staggers the detections over the frames.
  init(_ observation: FaceObservation, at now: Double, number: Int = 0) {
    framesSinceDetection = (3 * number) % Self.detectionInterval
    motion = FaceMotion(center: observation.box.center, time: now)
    sharp = (observation, now)
    last = observation
    appearance = observation.appearance
    isConfirmed = observation.isCertain
  }

  var isMissing: Bool { missingSince != nil }
  /// Whether only the verification network detected the face.
  var isProfile: Bool { last.isVerified && !last.isMeasured }
  var isRejected: Bool { doubts >= Self.maximumDoubts }

  /// Whether the face was detected with enough certainty, or often enough, to be reported. One that was always blurred
  /// must move, any other must be confirmed.
  var isSure: Bool {
    if sharp.seen.isBlurred {
      if blurDirection(at: motion.time) == nil { return false }
    } else if !isConfirmed {
      return false
    }
    return observations > 1 || (last.confidence >= FaceAnalysisSettings.firstFrameConfidence && !isProfile)
  }

  /// The predicted bounds at `now`, in seconds.
  func place(at now: Double) -> FaceBox { last.box.moved(to: motion.center(at: now)) }

  /// The predicted face at `now`, in seconds.
  ///
  /// - Parameter runsYawNetwork: whether the yaw network runs, rather than the calibrated geometry.
  func predicted(at now: Double, runsYawNetwork: Bool = true) -> PredictedFace {
    let place = motion.center(at: now)
    var crop = last.crop
    let step = place - last.box.center
    crop.center += SIMD2(Float(step.x), Float(step.y))
    return PredictedFace(
      box: last.box.moved(to: place), crop: crop, isMeasured: last.isMeasured && !isMissing,
      needsDetection: framesSinceDetection >= (doubts > 0 ? 2 : Self.detectionInterval),
      yawCalibration: runsYawNetwork ? nil : last.yawCalibration, lipShift: last.lipShift, score: last.score,
      blurDirection: isBlurredAtFirst ? SIMD2(1, 0) : blurDirection(at: now), isSpeedUnknown: isBlurredAtFirst)
  }

  /// Whether the face was detected once, and blurred: people and cameras mostly move sideways.
  private var isBlurredAtFirst: Bool { observations == 1 && last.isBlurred && !isMissing }

  /// The speed from which motion may blur a face, in its sides a second: by a twelfth of its side at 25 frames a second
  /// with a 180° shutter.
  static let blurringSpeed = 4.0
  /// How long after its last observation a face is searched for with motion blur at its predicted place, in seconds.
  private static let blurredSearchTime = 0.5

  /// The direction of motion that is quick enough to blur the face.
  private func blurDirection(at now: Double) -> SIMD2<Double>? {
    func length(_ velocity: SIMD2<Double>) -> Double { (velocity * velocity).sum().squareRoot() }
    // A face that turns back is quick before its velocity over several steps shows it.
    let isLagging = length(motion.velocity) < length(motion.latestVelocity)
    let velocity = isLagging ? motion.latestVelocity : motion.velocity
    let speed = length(velocity)
    guard speed >= Self.blurringSpeed * max(last.box.side, 1), now - motion.time <= Self.blurredSearchTime else {
      return nil
    }
    return velocity / speed
  }

  /// How long a face keeps its shape while it is blurred, in seconds.
  private static let blurredTime = 1.0

  /// A blurred face with its last sharp shape at its current place: blur widens a face, and hides its angles and
  /// landmarks.
  private func carried(to seen: FaceObservation, at now: Double) -> FaceObservation {
    guard now - sharp.time <= Self.blurredTime else { return seen }
    var result = sharp.seen
    result.move(by: seen.box.center - result.box.center)
    (result.score, result.confidence, result.appearance) = (seen.score, seen.confidence, nil)
    (result.isVerified, result.isBlurred, result.isDoubtful) = (true, true, false)
    return result
  }

  /// Takes in an observation of this face.
  ///
  /// - Parameter wasDetected: whether a detector, and not the mesh alone, detected it.
  mutating func update(_ seen: FaceObservation, at now: Double, wasDetected: Bool) {
    let observation = seen.isBlurred ? carried(to: seen, at: now) : seen
    let isShape = seen.isMeasured || !sharp.seen.isMeasured || now - sharp.time > Self.blurredTime
    if !seen.isBlurred, isShape { sharp = (seen, now) }
    if isMissing { smoother = FaceSmoother() }
    motion.observe(observation.box.center, at: now)
    if observation.isDoubtful {
      doubts += 1
      framesSinceDetection = 0
    } else if wasDetected || !observation.isMeasured {
      doubts = 0
      framesSinceDetection = 0
    } else {
      framesSinceDetection += 1
    }
    if let latest = observation.appearance {
      if appearance == nil { appearance = latest } else { appearance?.blend(latest, rate: Self.appearanceRate) }
    }
    last = observation
    extrapolations = 0
    missingSince = nil
    observations += 1
  }

  /// Whether the face may be extrapolated for one frame: it was just measured, and often enough for its motion to be
  /// known.
  func isSteady(at now: Double) -> Bool {
    last.isMeasured && !isMissing && doubts == 0 && observations >= Self.observationsForMotion
      && framesSinceDetection < Self.detectionInterval
      && now - motion.time > 0 && now - motion.time <= Self.maximumStep
  }

  /// Minimum number of observations for the motion to be known.
  private static let observationsForMotion = 5
  /// Longest time between two frames of which one may be extrapolated, in seconds.
  private static let maximumStep = 0.05

  /// Moves the last observation to its predicted place, without inference.
  mutating func extrapolate(to now: Double) {
    last.move(by: motion.center(at: now) - last.box.center)
    extrapolations += 1
  }

  /// Marks the face as not visible at `now`.
  mutating func markMissing(at now: Double) {
    if missingSince == nil { missingSince = now }
    doubts = 0
  }

  /// The last observation, smoothed with earlier ones. Call once a frame.
  mutating func smoothed(at now: Double) -> FaceObservation { smoother.smoothed(last, at: now) }

  /// Whether a face that is no longer visible left the picture, rather than being occluded.
  func hasLeft(_ size: PixelSize, at now: Double) -> Bool {
    // One step further than predicted, in case the face was lost just before the edge.
    let box = last.box.moved(to: motion.center(at: now) + motion.velocity * 0.08)
    let visible = box.visibleFraction(in: size)
    // A face that stays where the edge cuts it may be occluded there.
    return visible < Self.minimumVisible && visible < last.box.visibleFraction(in: size) - 0.02
  }

  /// The network no longer detects faces with less than this fraction of their bounds inside the picture.
  private static let minimumVisible = 0.85

  /// The cost of matching an observation to this track, 0 for a perfect match: distance and change of size in face
  /// widths, and difference of appearance.
  func matchingCost(_ observation: FaceObservation, at now: Double) -> Double {
    let offset = observation.box.center - motion.center(at: now)
    let distance = (offset * offset).sum().squareRoot() / max(last.box.side, 1)
    let growth = abs(log(max(observation.box.side, 1) / max(last.box.side, 1)))
    var appearanceDistance = 0.3
    if let appearance, let seen = observation.appearance { appearanceDistance = appearance.distance(to: seen) }
    return distance + growth + 3 * appearanceDistance
  }

  /// Whether an observation elsewhere may be of this missing face.
  func canBe(_ observation: FaceObservation, at now: Double) -> Bool {
    if observation.isBlurred, blurDirection(at: now) == nil { return false }
    let offset = observation.box.center - motion.center(at: now)
    let distance = (offset * offset).sum().squareRoot() / max(last.box.side, 1)
    let growth = abs(log(max(observation.box.side, 1) / max(last.box.side, 1)))
    let reach = 0.6 + min(1, now - motion.time)
    guard distance < reach, growth < 0.5 else { return false }
    guard let appearance, let seen = observation.appearance else { return true }
    // Near the predicted place the appearance may differ more: half of the face may still be covered.
    let maximum = Self.maximumDistance + Self.distanceAllowanceAtPrediction * (1 - distance / reach)
    return appearance.distance(to: seen) < maximum
  }

  /// Whether an observation may be a part of this missing face: a face that reappears from behind an object is detected
  /// as a smaller one at first.
  func mayBePart(_ observation: FaceObservation, at now: Double) -> Bool {
    observation.box.side < Self.maximumPartSide * last.box.side
      && last.box.moved(to: motion.center(at: now)).overlap(with: observation.box) > Self.minimumPartOverlap
  }

  private static let maximumPartSide = 0.75
  private static let minimumPartOverlap = 0.5
  private static let maximumDistance = 0.4
  private static let distanceAllowanceAtPrediction = 0.4
}
