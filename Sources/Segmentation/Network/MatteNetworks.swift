import Imaging
import Inference
import Kernels
import Models

/// The networks of a set of weights, and the choice of the network and its input for a picture. May be shared by
/// threads.
struct MatteNetworks: Sendable {
  private let network: NetworkEnsemble
  /// The networks for close-ups of heads; nil if ``network`` does them too.
  private let headNetwork: NetworkEnsemble?
  /// The people network: it predicts all people in frames and photos, passers-by too, and the presence of a person; nil
  /// if the set of weights has none.
  private let peopleNetwork: NetworkEnsemble?
  /// The photo network by itself, whose presence a stream uses; nil if the set of weights has none.
  private let photoNetwork: MatteNetwork?
  private let settings: QualitySettings

  init(
    _ weights: ModelWeights, store: NetworkStore, precision: Precision, settings: QualitySettings, peopleThreads: Int
  ) throws(SegmentationError) {
    self.settings = settings
    func load(_ name: String) throws(SegmentationError) -> MatteNetwork {
      try MatteNetwork(name, store: store, precision: precision)
    }
    let photo = try weights.photoFileName.map(load)
    photoNetwork = photo
    func withPhoto(_ name: String) throws(SegmentationError) -> NetworkEnsemble {
      NetworkEnsemble(try load(name), with: settings.poolsNetworks ? photo : nil)
    }
    if let photo, !settings.poolsNetworks {
      // It is the better one for all photos but close-ups of heads.
      network = NetworkEnsemble(photo)
    } else {
      network = try withPhoto(weights.fileName)
    }
    headNetwork = try weights.headFileName.map(withPhoto)
    peopleNetwork = try weights.peopleFileName.map { name throws(SegmentationError) in
      NetworkEnsemble(
        try MatteNetwork(
          name, store: store, precision: precision, threads: peopleThreads, cachedSizes: FrameInputSizes.count))
    }
  }

  /// Predicts all people in a photo, passers-by too, and the presence of a person, at a small size; nil if the set of
  /// weights has no people network. Meanwhile the network for the mattes is loaded.
  ///
  /// - Parameter networkTime: increased by the time of inference.
  func predictPeople(
    in photo: MattePicture, networkTime: inout Duration
  ) throws(SegmentationError) -> CoarsePrediction? {
    guard let peopleNetwork else { return nil }
    let next = network(for: photo)
    let (_, result) = concurrently {
      // A failure is reported when the network is used.
      try? next.prepare()
    } _: {
      Result { () throws(SegmentationError) in
        var time = Duration.zero
        let prediction = try predict(photo, settings.presenceInput, by: peopleNetwork, networkTime: &time)
        return (prediction, time)
      }
    }
    let (prediction, time) = try result.get()
    networkTime += time
    return prediction
  }

  /// The network for a whole picture.
  private func network(for picture: MattePicture) -> NetworkEnsemble {
    // In a movie a person who steps closer would switch networks, which is visible.
    guard picture.subjects == .foreground, settings.isCloseUp(by: picture.faces, picture.size) else { return network }
    return headNetwork ?? network
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
    guard !keepsPeopleNetwork, let peopleNetwork else {
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
      let parts = try predict(
        &region.regions, of: photo, by: network, area: region.inputArea, most: region.mostDetail,
        confirmedBy: region.people, plan: region.plan, networkTime: &networkTime)
      if let part = parts?.first { return part }
    }
    let whole = try predict(photo, plan: region?.plan ?? PredictionPlan(), networkTime: &networkTime)
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

  /// Predicts the whole picture with the network and input for its content.
  ///
  /// - Parameters:
  ///   - plan: that of a photo.
  ///   - networkTime: increased by the time of inference.
  func predict(
    _ picture: MattePicture, plan: PredictionPlan = PredictionPlan(), networkTime: inout Duration
  ) throws(SegmentationError) -> CoarsePrediction {
    let (size, faces) = (picture.size, picture.faces)
    let isPhoto = picture.subjects == .foreground
    var first = try predict(
      picture, settings.input(for: faces, in: size), by: network(for: picture), plan: plan, networkTime: &networkTime)
    first.isCloseUp = isPhoto && headNetwork != nil && settings.isCloseUp(by: faces, size)
    guard isPhoto, faces.isEmpty else { return first }
    guard let headNetwork else {
      // These weights miss a near head and large areas of bare skin at full detail: they were trained on distant people
      // only.
      let smaller = try predict(picture, settings.closeUpInput, by: network, networkTime: &networkTime)
      return CloseUpHeadDetector.detects(in: smaller.planes, needsHair: false) ? smaller : first
    }
    guard CloseUpHeadDetector.detects(in: first.planes, needsHair: true) else { return first }
    var closer = try predict(of: first.guide, in: picture, by: headNetwork, networkTime: &networkTime)
    closer.isCloseUp = true
    return closer
  }

  /// The presence of a person in a frame by the photo network; nil if there is no such network.
  func photoPresence(in frame: MattePicture, networkTime: inout Duration) throws(SegmentationError) -> Double? {
    guard let photoNetwork else { return nil }
    return try predict(
      frame, Self.photoPresenceInput, by: NetworkEnsemble(photoNetwork), networkTime: &networkTime
    ).presence
  }

  /// Unloads the networks; they are loaded again on demand.
  func unload() {
    network.unload()
    headNetwork?.unload()
    peopleNetwork?.unload()
  }

  /// Unloads the photo network: a stream seldom uses it, and it takes some 45 MiB.
  func unloadPhotoNetwork() { photoNetwork?.unload() }

  /// Its probabilities were calibrated against those of other networks at this size.
  private static let photoPresenceInput = NetworkInputSpec(longSide: 384)

  /// Predicts the regions of people in a frame, or the whole frame.
  ///
  /// - Parameters:
  ///   - regions: where people were; updated by this frame.
  ///   - networkTime: increased by the time of inference.
  /// - Returns: a prediction for each region with people, or one of the whole frame; nil if the set of weights has no
  ///   people network.
  func predict(
    _ frame: MattePicture, in regions: inout PeopleRegions, networkTime: inout Duration
  ) throws(SegmentationError) -> [ShownPrediction]? {
    guard let peopleNetwork else { return nil }
    if regions.needsWholePrediction {
      // A network of its own for this size, the same for all frames: one for all sizes takes 1.8 ms for each change of
      // size, and whole frames and regions take turns.
      try peopleNetwork.prepare(
        for: MatteNetwork.inputSize(for: frame.size, longSide: settings.framePresenceInput.longSide))
      let whole = try predict(frame, settings.framePresenceInput, by: peopleNetwork, networkTime: &networkTime)
      regions.update(by: whole, faces: frame.allFaces)
    }
    let input = MatteNetwork.inputSize(for: frame.size, longSide: settings.frameInput.longSide)
    if var parts = try predict(
      &regions, of: frame, by: peopleNetwork, area: input.area, most: frame.source.detail, networkTime: &networkTime)
    {
      for index in parts.indices { parts[index].prediction.presence = regions.presence }
      return parts
    }
    let prediction = try predict(frame, settings.frameInput, by: peopleNetwork, networkTime: &networkTime)
    regions.update(by: prediction, faces: frame.allFaces)
    return [ShownPrediction(prediction: prediction, rect: PixelRect(frame.size))]
  }

  /// Predicts regions of a picture, which grow where their edges cut a person.
  ///
  /// - Parameters:
  ///   - area: the pixels of all regions' inputs together.
  ///   - most: the maximum number of input pixels per pixel of the picture, along a side.
  ///   - people: the people network's prediction of the whole picture; nil if `network` is that one.
  ///   - plan: that of a photo.
  ///   - networkTime: increased by the time of inference.
  /// - Returns: nil if the region is the whole picture, or has grown to it.
  private func predict(
    _ regions: inout PeopleRegions, of picture: MattePicture, by network: NetworkEnsemble, area: Int, most: Double,
    confirmedBy people: CoarsePrediction? = nil, plan: PredictionPlan = PredictionPlan(), networkTime: inout Duration
  ) throws(SegmentationError) -> [ShownPrediction]? {
    var growths = 0
    picture: while !regions.rects.isEmpty {
      let shownArea = regions.rects.reduce(0) { $0 + $1.size.area }
      var parts: [ShownPrediction] = []
      for (index, rect) in regions.rects.enumerated() {
        let share = Double(area) * Double(rect.size.area) / Double(shownArea)
        let input =
          picture.subjects == .all
          ? regions.inputSizes.size(
            for: rect.size, area: min(share, most * most * Double(rect.size.area)), most: area)
          : MatteNetwork.inputSize(for: rect.size, area: Int(share), most: most)
        let guide: PixelBuffer
        do {
          guide = try picture.source.part(rect, at: input)
        } catch {
          throw .kernel(error)
        }
        var part = try predict(of: guide, in: picture, by: network, plan: plan, networkTime: &networkTime)
        if let people {
          try PeopleConfirmation.apply(to: &part, of: rect.normalized(in: picture.size), by: people, picture.faces)
        }
        if growths < PeopleRegions.maximumGrowths, regions.grow(index, for: part) {
          growths += 1
          continue picture
        }
        parts.append(ShownPrediction(prediction: part, rect: rect))
      }
      return parts
    }
    return nil
  }

  /// Predicts the close-up of a small head; in a frame by the people network, because the photo network confuses a
  /// brick wall round a head with a person.
  func predict(
    _ crop: HeadCrop, of picture: MattePicture, networkTime: inout Duration
  ) throws(SegmentationError) -> CoarsePrediction {
    let guide: PixelBuffer
    do {
      guide = try picture.source.part(crop.rect, at: crop.input)
    } catch {
      throw .kernel(error)
    }
    let isPhoto = picture.subjects == .foreground
    let network = isPhoto ? network : peopleNetwork ?? network
    return try predict(of: guide, in: picture, by: network, networkTime: &networkTime)
  }

  private func predict(
    _ picture: MattePicture, _ spec: NetworkInputSpec, by network: NetworkEnsemble,
    plan: PredictionPlan = PredictionPlan(), networkTime: inout Duration
  ) throws(SegmentationError) -> CoarsePrediction {
    let (source, size) = (picture.source, picture.size)
    let longSide = Int((Double(spec.longSide) * plan.enlargement).rounded())
    let input = MatteNetwork.inputSize(for: size, longSide: longSide)
    let guide: PixelBuffer
    var shown: PixelBuffer?
    do {
      guide = try source.part(PixelRect(size), at: input)
      if let detail = spec.detailLongSide { shown = try source.whole(at: input, detail: detail) }
    } catch {
      throw .kernel(error)
    }
    return try predict(of: guide, in: picture, shown: shown, by: network, plan: plan, networkTime: &networkTime)
  }

  /// - Parameters:
  ///   - guide: a part of `picture`.
  ///   - shown: the network's input, if other than `guide`.
  ///   - plan: that of a photo.
  private func predict(
    of guide: PixelBuffer, in picture: MattePicture, shown: PixelBuffer? = nil, by network: NetworkEnsemble,
    plan: PredictionPlan = PredictionPlan(), networkTime: inout Duration
  ) throws(SegmentationError) -> CoarsePrediction {
    let start = ContinuousClock.now
    defer { networkTime += ContinuousClock.now - start }
    let input = picture.exposure.applied(to: shown ?? guide)
    let flips = settings.usesFlipAugmentation
    var answer = try network.answer(for: input, withFlipAugmentation: flips, enlargement: plan.enlargement)
    if plan.peopleWeight > 0, let peopleNetwork {
      let third = try peopleNetwork.answer(for: input, withFlipAugmentation: flips)
      try answer.poolPortrait(with: third, weight: Float(plan.peopleWeight))
    }
    let size = answer.planes.size
    do {
      return CoarsePrediction(
        planes: answer.planes, guide: size == guide.size ? guide : try guide.resized(to: size), inputSize: guide.size,
        presence: answer.presence, largerPortrait: answer.largerPortrait)
    } catch {
      throw .kernel(error)
    }
  }
}
