import Imaging

/// Predicts frames of a stream: the regions of people, and now and then the whole frame, to find who enters. May be
/// shared by threads.
struct FramePredictor: Sendable {
  let networks: MatteNetworks

  private var settings: QualitySettings { networks.settings }

  /// Predicts the regions of people in a frame, or the whole frame.
  ///
  /// - Parameters:
  ///   - regions: where people were; updated by this frame.
  ///   - networkTime: increased by the time of inference.
  /// - Returns: a prediction for each region with people, or one of the whole frame.
  func predict(
    _ frame: MattePicture, in regions: inout PeopleRegions, networkTime: inout Duration
  ) throws(SegmentationError) -> [ShownPrediction] {
    guard let peopleNetwork = networks.peopleNetwork else {
      let whole = try networks.predict(frame, networkTime: &networkTime)
      return [ShownPrediction(prediction: whole, rect: PixelRect(frame.size))]
    }
    if regions.needsWholePrediction {
      // A network of its own for this size, the same for all frames: one for all sizes takes 1.8 ms for each change of
      // size, and whole frames and regions take turns.
      try peopleNetwork.prepare(
        for: MatteNetwork.inputSize(for: frame.size, longSide: settings.framePresenceInput.longSide))
      let whole = try networks.predict(
        frame, settings.framePresenceInput, by: peopleNetwork, networkTime: &networkTime)
      regions.update(by: whole, faces: frame.allFaces)
    }
    let input = MatteNetwork.inputSize(for: frame.size, longSide: settings.frameInput.longSide)
    let predictor = RegionPredictor(
      networks: networks, network: peopleNetwork, area: input.area, mostDetail: frame.source.detail)
    if var parts = try predictor.predict(&regions, of: frame, networkTime: &networkTime) {
      for index in parts.indices { parts[index].prediction.presence = regions.presence }
      return parts
    }
    let prediction = try networks.predict(frame, settings.frameInput, by: peopleNetwork, networkTime: &networkTime)
    regions.update(by: prediction, faces: frame.allFaces)
    return [ShownPrediction(prediction: prediction, rect: PixelRect(frame.size))]
  }

  /// The presence of a person in a frame by the photo network; nil if there is no such network.
  ///
  /// - Parameter networkTime: increased by the time of inference.
  func photoPresence(in frame: MattePicture, networkTime: inout Duration) throws(SegmentationError) -> Double? {
    guard let photoNetwork = networks.photoNetwork else { return nil }
    return try networks.predict(
      frame, Self.photoPresenceInput, by: NetworkEnsemble(photoNetwork), networkTime: &networkTime
    ).presence
  }

  /// The photo network's probabilities were calibrated against those of other networks at this size.
  private static let photoPresenceInput = NetworkInputSpec(longSide: 384)
}
