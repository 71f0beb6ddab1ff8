import Imaging
import Kernels

/// Predicts photos: first where people are, then the region of these people, in which they have more of the network's
/// pixels. May be shared by threads.
struct PhotoPredictor: Sendable {
  let networks: MatteNetworks

  private var settings: QualitySettings { networks.settings }

  /// Predicts all people in a photo, passers-by too, and the presence of a person, at a small size; nil if the set of
  /// weights has no people network. Meanwhile the network for the mattes is loaded.
  ///
  /// - Parameter networkTime: increased by the time of inference.
  func predictPeople(
    in photo: MattePicture, networkTime: inout Duration
  ) throws(SegmentationError) -> CoarsePrediction? {
    guard let peopleNetwork = networks.peopleNetwork else { return nil }
    let next = networks.network(for: photo)
    let (_, result) = concurrently {
      // A failure is reported when the network is used.
      try? next.prepare()
    } _: {
      Result { () throws(SegmentationError) in
        var time = Duration.zero
        let prediction = try networks.predict(photo, settings.presenceInput, by: peopleNetwork, networkTime: &time)
        return (prediction, time)
      }
    }
    let (prediction, time) = try result.get()
    networkTime += time
    return prediction
  }

  /// Predicts the people of a photo: their region, with as many pixels as the whole photo would have, or the whole
  /// photo if they fill much of it.
  ///
  /// - Parameters:
  ///   - people: the prediction of ``predictPeople(in:networkTime:)``; nil if there is none.
  ///   - keepsPeopleNetwork: whether the people network stays loaded; if not, it is unloaded as soon as it is not needed
  ///     any more.
  ///   - networkTime: increased by the time of inference.
  func predict(
    _ photo: MattePicture, byRegionOf people: CoarsePrediction?, keepsPeopleNetwork: Bool = true,
    networkTime: inout Duration
  ) throws(SegmentationError) -> ShownPrediction {
    let region = people.flatMap { self.region(of: $0, in: photo) }
    guard !keepsPeopleNetwork, let peopleNetwork = networks.peopleNetwork else {
      return try predict(photo, in: region, networkTime: &networkTime)
    }
    if let region, region.plan.peopleWeight > 0 {
      defer { peopleNetwork.unload() }
      return try predict(photo, in: region, networkTime: &networkTime)
    }
    // Unloading takes one core a while, and the prediction leaves some of the cores' time.
    let (_, result) = concurrently {
      peopleNetwork.unload()
    } _: {
      Result { () throws(SegmentationError) in try predict(photo, in: region, networkTime: &networkTime) }
    }
    return try result.get()
  }

  /// Predicts the region of the people in a photo, or the whole photo if there is none, or if it has grown to it.
  private func predict(
    _ photo: MattePicture, in region: PhotoRegion?, networkTime: inout Duration
  ) throws(SegmentationError) -> ShownPrediction {
    if var region {
      let predictor = RegionPredictor(
        networks: networks, network: networks.network, area: region.inputArea, mostDetail: region.mostDetail,
        people: region.people, plan: region.plan)
      let parts = try predictor.predict(&region.regions, of: photo, networkTime: &networkTime)
      if let part = parts?.first { return part }
    }
    let whole = try networks.predict(photo, plan: region?.plan ?? PredictionPlan(), networkTime: &networkTime)
    return ShownPrediction(prediction: whole, rect: PixelRect(photo.size))
  }

  /// The region of the people in a photo; nil for a photo that a head fills, which is predicted as a whole.
  private func region(of people: CoarsePrediction, in photo: MattePicture) -> PhotoRegion? {
    guard !settings.isCloseUp(by: photo.faces, photo.size) else { return nil }
    let whole = MatteNetwork.inputSize(for: photo.size, longSide: settings.wholeInput.longSide)
    var regions = PeopleRegions(size: photo.size, maximumCount: 1)
    regions.update(by: people, faces: photo.faces)
    let plan = self.plan(for: photo, in: regions.rects.first ?? PixelRect(photo.size), area: whole.area)
    // A small photo may be enlarged for the network, as a whole and in its regions.
    return PhotoRegion(
      people: people, regions: regions, plan: plan,
      inputArea: Int(Double(whole.area) * plan.enlargement * plan.enlargement),
      mostDetail: max(photo.source.detail, 2 * Double(whole.width) / Double(photo.size.width)))
  }

  /// The plan for a photo that no head fills.
  ///
  /// - Parameters:
  ///   - region: the region of its people.
  ///   - area: the pixels of the usual input.
  private func plan(for photo: MattePicture, in region: PixelRect, area: Int) -> PredictionPlan {
    guard settings.poolsNetworks else { return PredictionPlan() }
    let scale = (Double(area) / Double(region.size.area)).squareRoot()
    return PredictionPlan(
      faces: photo.faces.map { $0.bounds.height * Double(photo.size.height) * scale },
      scale: scale / photo.source.detail, mostEnlargement: settings.mostEnlargement)
  }
}
