import Imaging

/// A frame with the motion of its faces since the last frame.
struct RegisteredFrame: Sendable {
  var tracked: TrackedFrame
  /// For each registered face, by identity; in pixels of ``LumaPicture``.
  let motions: [Int: SimilarityTransform]
  /// For each face, by identity; none without a picture.
  let sharpness: [Int: FaceSharpness]
  /// For each registered face, by identity: how quickly it moves, in its sides a second.
  private let speeds: [Int: Double]
  /// For each face, by identity: the part of its picture that is compared with other frames, in pixels of
  /// ``LumaPicture``. It moves with the picture, because a tracker's bounds jump by a fifth of a face with motion blur,
  /// and follows them slowly.
  private let parts: [Int: FaceBox]
  /// The size of ``LumaPicture``, in pixels; that of the frame if there is none.
  let size: PixelSize

  /// Minimum correlation with the last frame's picture, and the correlation from which no other place is tried.
  private static let (minimumCorrelation, sureCorrelation) = (0.85, 0.97)
  /// How far ``parts`` follow the bounds in one frame, as a fraction.
  private static let following = 0.1

  init(_ frame: TrackedFrame, after before: RegisteredFrame?) {
    tracked = frame
    size = frame.picture?.size ?? frame.size
    guard let picture = frame.picture else {
      (motions, sharpness, speeds, parts) = ([:], [:], [:], [:])
      return
    }
    let last = frame.isCut || before?.tracked.picture?.size != picture.size ? nil : before
    var (motions, sharpness): ([Int: SimilarityTransform], [Int: FaceSharpness]) = ([:], [:])
    var (parts, speeds): ([Int: FaceBox], [Int: Double]) = ([:], [:])
    for face in frame.faces {
      guard let id = face.id else { continue }
      var part = FaceBox(face.bounds, in: picture.size)
      if let last, let earlier = last.tracked.picture, let old = last.parts[id], let before = last.box(id),
        let motion = Self.motion(
          of: old, by: part.center - before.center, from: earlier, to: picture, after: last.motions[id]),
        // Motion blur shifts bounds by up to a quarter of a face. Those that jump further are of something else.
        before.moved(to: motion.applied(to: before.center)).isSameFace(as: part)
      {
        motions[id] = motion
        let step = motion.applied(to: old.center) - old.center
        speeds[id] = (step * step).sum().squareRoot() / max(old.side * (frame.time - last.tracked.time), 1e-6)
        part.center += (motion.applied(to: old.center) - part.center) * (1 - Self.following)
        part.extent += (old.extent - part.extent) * (1 - Self.following)
      }
      parts[id] = part
      sharpness[id] = FaceSharpness(of: part, in: picture)
    }
    (self.motions, self.sharpness, self.speeds, self.parts) = (motions, sharpness, speeds, parts)
  }

  /// Whether a face moves so quickly, before this frame or after it, that motion may blur it. Its picture also gets
  /// less sharp when something passes in front of it, or when it turns.
  func mayBeBlurred(_ id: Int, before next: RegisteredFrame?) -> Bool {
    max(speeds[id] ?? 0, next?.speeds[id] ?? 0) >= FaceTrack.blurringSpeed
  }

  /// The face of an identity; nil if the frame does not have it.
  func face(_ id: Int) -> Face? { tracked.faces.first { $0.id == id } }

  /// The bounds of a face, in pixels of ``LumaPicture``.
  private func box(_ id: Int) -> FaceBox? {
    face(id).map { FaceBox($0.bounds, in: size) }
  }

  /// The motion of a face from one frame's picture to the next one's; nil if that one does not show it.
  ///
  /// - Parameters:
  ///   - step: how far its bounds have moved, in pixels.
  ///   - last: its motion before.
  private static func motion(
    of part: FaceBox, by step: SIMD2<Double>, from source: LumaPicture, to target: LumaPicture,
    after last: SimilarityTransform?
  ) -> SimilarityTransform? {
    func registered(by step: SIMD2<Double>) -> FaceRegistration? {
      let guess = SimilarityTransform(offset: step)
      let found = FaceRegistration(of: part, from: source, to: target, guess: guess)
      return found.flatMap { $0.correlation >= minimumCorrelation ? $0 : nil }
    }
    let first = registered(by: step)
    guard let last, first?.correlation ?? 0 < sureCorrelation else { return first?.motion }
    // With motion blur the bounds jump; the face goes on as it moved.
    let second = registered(by: last.applied(to: part.center) - part.center)
    return (second?.correlation ?? 0 > first?.correlation ?? 0 ? second : first)?.motion
  }
}

extension Face {
  /// The face after a motion, in pixels of a picture of `size`.
  func moved(by motion: SimilarityTransform, in size: PixelSize) -> Face {
    let pixels = SIMD2(Double(size.width), Double(size.height))
    var result = self
    let box = FaceBox(bounds, in: size)
    result.bounds = FaceBox(center: motion.applied(to: box.center), extent: box.extent * motion.scale)
      .normalized(in: size)
    result.roll = roll.map { ($0 + motion.turn).normalized }
    result.landmarks = landmarks.map { landmarks in
      FaceLandmarks(
        points: landmarks.points.map { point in
          let place = motion.applied(to: SIMD2(Double(point.x), Double(point.y)) * pixels) / pixels
          return SIMD3(Float(place.x), Float(place.y), point.z * Float(motion.scale))
        })
    }
    return result
  }
}
