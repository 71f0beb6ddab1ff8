import Imaging
import Inference
import Kernels
import Models

/// The networks of a set of weights, and the choice of the network and its input for a picture. May be shared by
/// threads.
struct MatteNetworks: Sendable {
  let network: NetworkEnsemble
  /// The networks for close-ups of heads; nil if ``network`` does them too.
  let headNetwork: NetworkEnsemble?
  /// The people network: it predicts all people in frames and photos, passers-by too, and the presence of a person; nil
  /// if the set of weights has none.
  let peopleNetwork: NetworkEnsemble?
  /// The photo network by itself, whose presence a stream uses; nil if the set of weights has none.
  let photoNetwork: MatteNetwork?
  let settings: QualitySettings

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

  /// The network for a whole picture.
  func network(for picture: MattePicture) -> NetworkEnsemble {
    // In a movie a person who steps closer would switch networks, which is visible.
    guard picture.subjects == .foreground, settings.isCloseUp(by: picture.faces, picture.size) else { return network }
    return headNetwork ?? network
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

  /// Unloads the networks; they are loaded again on demand.
  func unload() {
    network.unload()
    headNetwork?.unload()
    peopleNetwork?.unload()
  }

  /// Unloads the photo network: a stream seldom uses it, and it takes some 45 MiB.
  func unloadPhotoNetwork() { photoNetwork?.unload() }

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

  /// Predicts the whole picture by a network, from an input of a given size.
  ///
  /// - Parameters:
  ///   - plan: that of a photo.
  ///   - networkTime: increased by the time of inference.
  func predict(
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

  /// Predicts a part of a picture by a network.
  ///
  /// - Parameters:
  ///   - guide: the part, at the input's size.
  ///   - shown: the network's input, if other than `guide`.
  ///   - plan: that of a photo.
  ///   - networkTime: increased by the time of inference.
  func predict(
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
