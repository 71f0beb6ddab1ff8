import Imaging
import Inference
import Kernels
import Models

/// The networks of a set of weights, and which of them looks at what, and how often.
struct MatteNetworks: Sendable {
  private let network: MatteNetwork
  /// Looks at photos that a head fills; nil where ``network`` does.
  private let headNetwork: MatteNetwork?
  private let plan: RefinementPlan

  init(
    _ weights: ModelWeights, store: NetworkStore, precision: Precision, plan: RefinementPlan
  ) throws(SegmentationError) {
    self.plan = plan
    network = try MatteNetwork(weights.fileName, store: store, precision: precision)
    if let name = weights.headFileName {
      headNetwork = try MatteNetwork(name, store: store, precision: precision)
    } else {
      headNetwork = nil
    }
  }

  /// The whole of a picture, seen as what it shows asks for.
  ///
  /// - Parameters:
  ///   - size: of the half-size picture.
  ///   - faces: of the subjects.
  func sight(
    of picture: NetworkPicture, size: PixelSize, subjects: PortraitSubjects, faces: [Face], inNetwork: inout Duration
  ) throws(SegmentationError) -> MatteSight {
    // In a film who steps closer would change from one network to the other, which shows.
    let isPhoto = subjects == .nearest
    let isHead = isPhoto && plan.isFilled(by: faces, size)
    let first = try sight(
      of: picture, size: size, plan.look(for: faces, in: size), by: isHead ? headNetwork ?? network : network,
      inNetwork: &inNetwork)
    guard isPhoto, faces.isEmpty else { return first }
    guard let headNetwork else {
      // From afar these weights see nothing of a head that is near.
      let smaller = try sight(of: picture, size: size, plan.largeHeadLook, by: network, inNetwork: &inNetwork)
      return FacelessHead.isShown(by: smaller.planes) ? smaller : first
    }
    guard FacelessHead.isShown(by: first.planes) else { return first }
    return try sight(of: first.small, by: headNetwork, inNetwork: &inNetwork)
  }

  /// The part of a picture that is looked at once more for a head that is small in it.
  func sight(
    of window: HeadWindow, in picture: NetworkPicture, inNetwork: inout Duration
  ) throws(SegmentationError) -> MatteSight {
    let small: PixelBuffer
    do {
      small = try picture.part(window.rect, at: window.input)
    } catch {
      throw .kernel(error)
    }
    return try sight(of: small, by: network, inNetwork: &inNetwork)
  }

  private func sight(
    of picture: NetworkPicture, size: PixelSize, _ look: Look, by network: MatteNetwork, inNetwork: inout Duration
  ) throws(SegmentationError) -> MatteSight {
    let input = MatteNetwork.inputSize(for: size, longSide: look.longSide)
    let small: PixelBuffer
    var shown: PixelBuffer?
    do {
      small = try picture.part(PixelRect(size), at: input)
      if let detail = look.detail { shown = try picture.whole(at: input, detail: detail) }
    } catch {
      throw .kernel(error)
    }
    return try sight(of: small, shown: shown, by: network, inNetwork: &inNetwork)
  }

  /// - Parameter shown: what the network is shown in place of `small`.
  private func sight(
    of small: PixelBuffer, shown: PixelBuffer? = nil, by network: MatteNetwork, inNetwork: inout Duration
  ) throws(SegmentationError) -> MatteSight {
    let start = ContinuousClock.now
    defer { inNetwork += ContinuousClock.now - start }
    return MatteSight(planes: try network.planes(of: shown ?? small, inMirrorToo: plan.looksInMirror), small: small)
  }
}
