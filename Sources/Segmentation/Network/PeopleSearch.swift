import Imaging

/// Finds the people in a picture by several networks, and combines their predictions. May be shared by threads.
struct PeopleSearch: Sendable {
  let networks: MatteNetworks
  /// Whether the people network stays loaded after a photo.
  var keepsNetworks = true

  /// Finds the people in a photo.
  ///
  /// - Parameter networkTime: increased by the time of inference.
  func people(in photo: MattePicture, networkTime: inout Duration) throws(SegmentationError) -> PeoplePrediction {
    let photos = PhotoPredictor(networks: networks)
    let people = try photos.predictPeople(in: photo, networkTime: &networkTime)
    // A photo without people needs no other network.
    if let presence = people?.presence, !PresenceDecision.showsPerson(presence, faces: photo.allFaces) {
      return PeoplePrediction(confidence: presence)
    }
    let part = try photos.predict(
      photo, byRegionOf: people, keepsPeopleNetwork: keepsNetworks, networkTime: &networkTime)
    let found = try prediction(part, confirmedBy: people, in: photo)
    guard found.parts.isEmpty, part.rect != PixelRect(photo.size) else { return found }
    // The photo network may miss a person who fills its input, such as a silhouette, and find them in their
    // surroundings.
    let whole = try networks.predict(photo, networkTime: &networkTime)
    return try prediction(
      ShownPrediction(prediction: whole, rect: PixelRect(photo.size)), confirmedBy: people, in: photo)
  }

  /// The people in a part of a photo by the prediction of the photo network, confirmed by that of the people network.
  private func prediction(
    _ part: consuming ShownPrediction, confirmedBy people: CoarsePrediction?, in photo: MattePicture
  ) throws(SegmentationError) -> PeoplePrediction {
    var isPooled = false
    if let first = people?.presence {
      isPooled = part.prediction.presence != nil
      part.prediction.presence =
        part.prediction.presence.map { PresenceDecision.pooled(first, withPhotoNetwork: $0) } ?? first
    }
    if let people, (people.presence ?? 0) >= FalseNegativeRecovery.minimumPresence {
      let others = try ProbabilityMap.resized(
        people.planes, part: part.rect.normalized(in: photo.size), to: part.prediction.planes.size)
      FalsePositiveSuppression.apply(to: &part.prediction, by: others)
      let longSide = part.scale / Double(part.prediction.step) * Double(max(photo.size.width, photo.size.height))
      try FalseNegativeRecovery.add(from: others, to: &part.prediction, longSide: longSide)
    }
    let parts = [part]
    let confidence = PresenceDecision.confidence(of: parts, faces: photo.allFaces)
    let showsPerson = PresenceDecision.showsPerson(confidence, isPooled: isPooled, faces: photo.allFaces)
    let agrees =
      !isPooled
      || PresenceDecision.agrees(portraitOf: parts.certainty(of: .portrait), with: confidence, faces: photo.allFaces)
    return PeoplePrediction(parts: showsPerson && agrees ? parts : [], confidence: confidence)
  }

  /// Finds the people in a frame. A stream decides over several frames whether it shows a person.
  ///
  /// - Parameters:
  ///   - history: the state of earlier frames; updated from this one.
  ///   - networkTime: increased by the time of inference.
  func people(
    in frame: MattePicture, history: inout FrameHistory, networkTime: inout Duration
  ) throws(SegmentationError) -> PeoplePrediction {
    let frames = FramePredictor(networks: networks)
    let parts = try frames.predict(frame, in: &history.regions, networkTime: &networkTime)
    if let presence = parts.first?.prediction.presence {
      let isVerified = try history.presenceVerification.update(
        presence, faces: frame.allFaces, elapsed: history.elapsed
      ) {
        () throws(SegmentationError) in
        try frames.photoPresence(in: frame, networkTime: &networkTime)
      }
      if isVerified, !history.presenceVerification.refutes { networks.unloadPhotoNetwork() }
    }
    return PeoplePrediction(
      parts: parts, confidence: PresenceDecision.confidence(of: parts, faces: frame.allFaces))
  }
}
