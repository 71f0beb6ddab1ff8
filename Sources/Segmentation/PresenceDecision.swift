import Imaging

/// The decision whether a picture shows a person, by a minimum probability. Pictures below it get no matte.
enum PresenceDecision {
  /// The minimum probability by one network. It is low, because a missed person is worse than a false positive: of 322
  /// held-out photos of people none is below 0.35. Of 800 held-out pictures without people 5.4 % are above it.
  static let minimum = 0.25
  /// The minimum probability by two networks pooled: a false positive of one of them, such as a bird or a bottle of
  /// wine, seldom is one of the other. Of the same photos none is below 0.78, and of those without people 1.5 % are
  /// above it.
  static let minimumOfPool = 0.5
  /// The same with a face of high confidence. Dolls, statues and painted portraits have faces too.
  static let (minimumWithFace, minimumOfPoolWithFace) = (0.03, 0.25)
  /// The minimum product of the probability by two networks and the mean probability of the portrait's pixels, if no
  /// face is certain. A space suit without its head has 0.47 at `accurate`, photos of people with a head 0.69 and more.
  private static let minimumWithPortrait = 0.45
  private static let certainFace = 0.8
  /// The weight of the photo network: it is the larger one, and seldom certain of a wrong prediction.
  private static let weightOfPhotoNetwork = 2.0 / 3

  /// - Parameters:
  ///   - people: the people network's probability.
  ///   - photo: the photo network's probability.
  static func pooled(_ people: Double, withPhotoNetwork photo: Double) -> Double {
    OpinionPool.pooled(people, photo, weight: weightOfPhotoNetwork)
  }

  /// The probability of a person: that of the network, otherwise that of the best face, or of the portrait.
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

  /// Whether the portrait's pixels confirm that a photo shows a person. They decide if no face is certain.
  ///
  /// - Parameters:
  ///   - confidence: the probability of a person by two networks.
  ///   - certainty: the mean probability of the portrait's pixels; nil if it has none.
  static func agrees(portraitOf certainty: Double?, with confidence: Double, faces: [Face]) -> Bool {
    hasCertainFace(faces) || confidence * (certainty ?? 1) >= minimumWithPortrait
  }

  /// - Parameter isPooled: whether two networks were asked.
  static func showsPerson(_ confidence: Double, isPooled: Bool = false, faces: [Face]) -> Bool {
    confidence >= minimum(isPooled: isPooled, with: faces)
  }
}
