import Imaging

/// A frame with the motion of its faces since the last frame.
struct RegisteredFrame: Sendable {
  var tracked: TrackedFrame
  /// For each registered face, by identity; in pixels of ``LumaPicture``.
  let motions: [Int: SimilarityTransform]
  /// The size of ``LumaPicture``, in pixels; that of the frame if there is none.
  let size: PixelSize

  /// Minimum correlation with the last frame's picture.
  private static let minimumCorrelation = 0.85

  init(_ frame: TrackedFrame, after before: TrackedFrame?) {
    tracked = frame
    size = frame.picture?.size ?? frame.size
    guard let before, !frame.isCut, let earlier = before.picture, let picture = frame.picture,
      earlier.size == picture.size
    else {
      motions = [:]
      return
    }
    var motions: [Int: SimilarityTransform] = [:]
    for face in frame.faces {
      guard let id = face.id, let old = before.faces.first(where: { $0.id == id }) else { continue }
      let (from, to) = (FaceBox(old.bounds, in: picture.size), FaceBox(face.bounds, in: picture.size))
      let guess = SimilarityTransform(offset: to.center - from.center)
      guard let found = FaceRegistration(of: from, from: earlier, to: picture, guess: guess),
        found.correlation >= Self.minimumCorrelation
      else { continue }
      motions[id] = found.motion
    }
    self.motions = motions
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
