import Imaging
import Models

/// The settings of each matte quality that trade time for accuracy.
struct QualitySettings {
  /// The network's input for a whole picture.
  var wholeInput: NetworkInputSpec
  /// The input for a picture that a head fills. It is smaller, because the network distinguishes hair from background
  /// by the shape of the whole head, which must fit into its receptive field.
  var closeUpInput = NetworkInputSpec(longSide: 384)
  /// The input for the presence of a person in a photo, and for the region of the people. Small people are detected at
  /// 384, not at 256.
  var presenceInput = NetworkInputSpec(longSide: 384)
  /// The same for a frame of a stream.
  var framePresenceInput = NetworkInputSpec(longSide: 384)
  /// The input for a whole frame of a stream; the region of people has as many pixels.
  var frameInput = NetworkInputSpec(longSide: 576)
  /// Whether two networks predict a photo and their predictions are pooled, instead of the better one alone.
  var poolsNetworks = true
  /// Whether the region of the people is predicted instead of the whole picture, if it is much smaller.
  var showsRegions = true
  /// The long side of the input for the close-up of a head, in pixels; nil for no close-up passes.
  var closeUpLongSide: Int?
  /// The long side of the input for a head that the prediction of the picture misses, in pixels.
  var recoveryLongSide: Int { closeUpLongSide ?? 256 }
  /// Whether the mirrored picture is predicted too and both predictions are averaged.
  var usesFlipAugmentation: Bool
  /// Whether brows and beards are cut out of skin strand by strand.
  var refinesFacialHair: Bool
  /// The last step for a photo, on the half-size picture; nil for none. Another refinement of planes by a picture, such
  /// as a learned upsampler, would replace it.
  var trimap: TrimapRefinement?

  init(_ quality: MatteQuality, weights: ModelWeights) {
    switch quality {
    case .fast:
      self.init(
        wholeInput: NetworkInputSpec(longSide: 384), closeUpLongSide: nil, usesFlipAugmentation: false,
        refinesFacialHair: false, trimap: nil)
      poolsNetworks = false
      framePresenceInput = NetworkInputSpec(longSide: 256)
      frameInput = NetworkInputSpec(longSide: 512)
    case .balanced:
      self.init(
        wholeInput: NetworkInputSpec(longSide: 512), closeUpLongSide: 384, usesFlipAugmentation: false,
        refinesFacialHair: true,
        trimap: TrimapRefinement(channels: [.portrait], iterations: 8))
    case .accurate:
      self.init(
        wholeInput: NetworkInputSpec(longSide: 512), closeUpLongSide: 384, usesFlipAugmentation: true,
        refinesFacialHair: true,
        trimap: TrimapRefinement(channels: [.portrait, .hair, .skin], iterations: 40))
    }
    if weights == .permissive {
      // These weights were trained on whole people only, never on close-ups: see their card.
      closeUpInput = NetworkInputSpec(longSide: 256, detailLongSide: 128)
      closeUpLongSide = nil
      // They have no people network.
      showsRegions = false
    }
  }

  /// The maximum enlargement of the input for a group, along a side: twice or four times as many pixels.
  var mostEnlargement: Double { usesFlipAugmentation ? 2 : 2.0.squareRoot() }

  /// The network's input for a whole picture of `size`.
  func input(for faces: [Face], in size: PixelSize) -> NetworkInputSpec {
    isCloseUp(by: faces, size) ? closeUpInput : wholeInput
  }

  /// The input for a whole photo or frame; a region of people has as many pixels.
  func wholeInput(for subjects: SubjectSelection) -> NetworkInputSpec {
    subjects == .foreground ? wholeInput : frameInput
  }

  /// The last step for photos. Frames have none: composed movies gain nothing by it.
  func trimap(for subjects: SubjectSelection) -> TrimapRefinement? { subjects == .foreground ? trimap : nil }

  /// Whether parts of a picture, or more pixels than a half-size one of `half` has, will be requested.
  func needsDetail(in half: PixelSize) -> Bool {
    showsRegions || closeUpLongSide != nil || max(half.width, half.height) < wholeInput.longSide
  }

  /// Whether a head fills most of a picture of `size`.
  func isCloseUp(by faces: [Face], _ size: PixelSize) -> Bool {
    let longest = Double(max(size.width, size.height))
    return faces.contains { $0.bounds.height * Double(size.height) > Self.largeFace * longest }
  }

  /// Brows to lips, as a fraction of the picture's long side. The head is two and a half times as tall.
  private static let largeFace = 0.2

  private init(
    wholeInput: NetworkInputSpec, closeUpLongSide: Int?, usesFlipAugmentation: Bool, refinesFacialHair: Bool,
    trimap: TrimapRefinement?
  ) {
    self.wholeInput = wholeInput
    self.closeUpLongSide = closeUpLongSide
    self.usesFlipAugmentation = usesFlipAugmentation
    self.refinesFacialHair = refinesFacialHair
    self.trimap = trimap
  }
}
