import Imaging

/// Whether a picture shows a person: below that, what looks like one is no person, and gets no matte.
enum PresenceDecision {
  /// The least probability by one network. It is low, for to miss somebody is worse than a matte on nobody: of 322 held-out
  /// photos of people none is below 0.35. Of 800 held-out pictures of nobody it is above this in 5.4 %.
  static let minimum = 0.25
  /// The least probability by two networks together: what passes for a person with one of them, a bird or a bottle of wine,
  /// seldom does with the other one. Of the same photos none is below 0.78, and of those of nobody 1.5 % are above this.
  static let minimumOfPool = 0.5
  /// The same where a face was found that is hardly none. Dolls, statues and painted portraits have faces too.
  static let (minimumWithFace, minimumOfPoolWithFace) = (0.03, 0.25)
  /// The least product of the probability by two networks and the mean probability of the portrait's pixels, where no face is
  /// certain. A space suit without its head has 0.47 at `accurate`, photos of people with a head 0.69 and more.
  private static let minimumWithPortrait = 0.45
  private static let certainFace = 0.8
  /// The weight of the network for photos: it is the larger one, and seldom sure of a wrong answer.
  private static let weightOfPhotoNetwork = 2.0 / 3

  /// - Parameters:
  ///   - everybody: what the network that knows everybody says.
  ///   - photo: what the network of photos says.
  static func pooled(_ everybody: Double, withPhotoNetwork photo: Double) -> Double {
    OpinionPool.pooled(everybody, photo, weight: weightOfPhotoNetwork)
  }

  /// The probability that somebody is there: that of the network, or else that of the best face, or of the portrait.
  static func confidence(of parts: [ShownPrediction], faces: [Face]) -> Double {
    parts.lazy.compactMap(\.prediction.presence).first ?? faces.map(\.confidence).max()
      ?? parts.certainty(of: .portrait) ?? 0
  }

  /// Whether a face was detected with high confidence.
  static func hasCertainFace(_ faces: [Face]) -> Bool { faces.contains { $0.confidence >= certainFace } }

  static func minimum(isPooled: Bool = false, with faces: [Face]) -> Double {
    let hasFace = hasCertainFace(faces)
    return isPooled
      ? (hasFace ? minimumOfPoolWithFace : minimumOfPool) : (hasFace ? minimumWithFace : minimum)
  }

  /// Whether the pixels of the portrait confirm that a photo shows somebody. They are asked where no face is certain.
  ///
  /// - Parameters:
  ///   - confidence: the probability by two networks that somebody is there.
  ///   - certainty: the mean probability of the portrait's pixels; nil where it has none.
  static func agrees(portraitOf certainty: Double?, with confidence: Double, faces: [Face]) -> Bool {
    hasCertainFace(faces) || confidence * (certainty ?? 1) >= minimumWithPortrait
  }

  /// - Parameter isPooled: whether two networks were asked.
  static func isSomebody(_ confidence: Double, isPooled: Bool = false, faces: [Face]) -> Bool {
    confidence >= minimum(isPooled: isPooled, with: faces)
  }
}
