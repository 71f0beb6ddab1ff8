import Imaging

/// Finds the people in a picture by several networks, and combines their predictions. May be shared by threads.
struct PeopleSearch: Sendable {
  let networks: MatteNetworks

  /// Finds the people in a photo.
  ///
  /// - Parameter networkTime: increased by the time of inference.
  func people(in photo: MattePicture, networkTime: inout Duration) throws(SegmentationError) -> PeoplePrediction {
    let everyone = try networks.predictEveryone(in: photo, networkTime: &networkTime)
    // A photo of nobody needs no other network.
    if let presence = everyone?.presence, !PresenceDecision.isSomebody(presence, faces: photo.everyone) {
      return PeoplePrediction(confidence: presence)
    }
    var part = try networks.predict(photo, byRegionOf: everyone, networkTime: &networkTime)
    var isPooled = false
    if let first = everyone?.presence {
      isPooled = part.prediction.presence != nil
      part.prediction.presence =
        part.prediction.presence.map { PresenceDecision.pooled(first, withPhotoNetwork: $0) } ?? first
    }
    if let everyone, (everyone.presence ?? 0) >= FalseNegativeRecovery.minimumPresence {
      let others = try ProbabilityMap.resized(
        everyone.planes, part: part.rect.normalized(in: photo.size), to: part.prediction.planes.size)
      FalsePositiveSuppression.settle(&part.prediction, by: others)
      let scale = Double(part.prediction.planes.size.width) / Double(part.rect.width)
      let longSide = scale * Double(max(photo.size.width, photo.size.height))
      try FalseNegativeRecovery.add(from: others, to: &part.prediction, longSide: longSide)
    }
    let parts = [part]
    let confidence = PresenceDecision.confidence(of: parts, faces: photo.everyone)
    let isSomebody = PresenceDecision.isSomebody(confidence, isPooled: isPooled, faces: photo.everyone)
    let agrees =
      !isPooled
      || PresenceDecision.agrees(portraitOf: parts.certainty(of: .portrait), with: confidence, faces: photo.everyone)
    return PeoplePrediction(parts: isSomebody && agrees ? parts : [], confidence: confidence)
  }

  /// Finds the people in a frame. A stream decides over several frames whether anybody is there.
  ///
  /// - Parameters:
  ///   - history: what is known from earlier frames; takes in this one.
  ///   - networkTime: increased by the time of inference.
  func people(
    in frame: MattePicture, history: inout FrameHistory, networkTime: inout Duration
  ) throws(SegmentationError) -> PeoplePrediction {
    let parts = try parts(of: frame, in: &history.regions, networkTime: &networkTime)
    if let presence = parts.first?.prediction.presence {
      let wasAsked = try history.presenceVerification.update(presence, faces: frame.everyone, elapsed: history.elapsed)
      {
        () throws(SegmentationError) in
        try networks.photoPresence(in: frame, networkTime: &networkTime)
      }
      if wasAsked, !history.presenceVerification.refutes { networks.unloadPhotoNetwork() }
    }
    return PeoplePrediction(
      parts: parts, confidence: PresenceDecision.confidence(of: parts, faces: frame.everyone))
  }

  /// The network's prediction of the regions of a frame with people.
  ///
  /// - Parameters:
  ///   - regions: where people were; updated by this frame.
  ///   - networkTime: increased by the time of inference.
  func parts(
    of frame: MattePicture, in regions: inout PeopleRegions, networkTime: inout Duration
  ) throws(SegmentationError) -> [ShownPrediction] {
    if let shown = try networks.predict(frame, in: &regions, networkTime: &networkTime) { return shown }
    let whole = try networks.predict(frame, networkTime: &networkTime)
    return [ShownPrediction(prediction: whole, rect: PixelRect(frame.size))]
  }
}
