import Imaging

/// Finds who is in a picture: asks the networks, and brings together what they say. May be shared by threads.
struct PeopleSearch: Sendable {
  let networks: MatteNetworks

  /// Finds the people in a photo.
  ///
  /// - Parameter networkTime: increased by the time of inference.
  func people(in photo: MattePicture, networkTime: inout Duration) throws(SegmentationError) -> PeoplePrediction {
    let everybody = try networks.everybody(in: photo, networkTime: &networkTime)
    // A photo of nobody needs no other network.
    if let presence = everybody?.presence, !PresenceDecision.isSomebody(presence, faces: photo.everyone) {
      return PeoplePrediction(confidence: presence)
    }
    var prediction = try networks.predict(photo, networkTime: &networkTime)
    var isPooled = false
    if let known = everybody?.presence {
      isPooled = prediction.presence != nil
      prediction.presence =
        prediction.presence.map { PresenceDecision.pooled(known, withPhotoNetwork: $0) } ?? known
    }
    if let everybody, (everybody.presence ?? 0) >= FalseNegativeRecovery.minimumPresence {
      try FalsePositiveSuppression.settle(&prediction, by: everybody.planes)
      try FalseNegativeRecovery.add(from: everybody.planes, to: &prediction)
    }
    let parts = [ShownPrediction(prediction: prediction, rect: PixelRect(photo.size))]
    let confidence = PresenceDecision.confidence(of: parts, faces: photo.everyone)
    let isSomebody = PresenceDecision.isSomebody(confidence, isPooled: isPooled, faces: photo.everyone)
    let agrees =
      !isPooled
      || PresenceDecision.agrees(portraitOf: parts.certainty(of: .portrait), with: confidence, faces: photo.everyone)
    return PeoplePrediction(parts: isSomebody && agrees ? parts : [], confidence: confidence)
  }

  /// Finds the people in a frame. Whether there is anybody, a stream decides over several frames.
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
  ///   - regions: where people were; takes in what a look at the whole frame finds.
  ///   - networkTime: increased by the time of inference.
  func parts(
    of frame: MattePicture, in regions: inout FrameRegions, networkTime: inout Duration
  ) throws(SegmentationError) -> [ShownPrediction] {
    if let shown = try networks.predict(frame, in: &regions, networkTime: &networkTime) { return shown }
    let whole = try networks.predict(frame, networkTime: &networkTime)
    return [ShownPrediction(prediction: whole, rect: PixelRect(frame.size))]
  }
}
