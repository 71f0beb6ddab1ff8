import Imaging
import Models

/// What is done for mattes at each quality: everything that trades time for accuracy, in one place.
struct RefinementPlan {
  /// How the network sees the whole picture.
  var wholeLook: Look
  /// The same for a picture that a head fills most of, smaller: the network tells hair from what lies behind by the shape
  /// of the whole head, which it must be able to look over.
  var largeHeadLook = Look(longSide: 384)
  /// The long side of a single head as the network sees it; nil where heads are not looked at by themselves.
  var headLongSide: Int?
  /// Whether the network sees everything a second time in the mirror, and the two answers are averaged.
  var looksInMirror: Bool
  /// Whether brows and beards are cut out of skin strand by strand.
  var cutsStrands: Bool
  /// The last step, on the picture itself. What else takes a picture and planes to finer planes, as a learned upsampler,
  /// goes in its place.
  var band: BandRefinement?

  init(_ quality: MatteQuality, weights: ModelWeights) {
    switch quality {
    case .fast:
      self.init(wholeLook: Look(longSide: 384), headLongSide: nil, looksInMirror: false, cutsStrands: false, band: nil)
    case .balanced:
      self.init(
        wholeLook: Look(longSide: 512), headLongSide: 384, looksInMirror: false, cutsStrands: true,
        band: BandRefinement(channels: [.portrait], iterations: 8))
    case .accurate:
      self.init(
        wholeLook: Look(longSide: 512), headLongSide: 384, looksInMirror: true, cutsStrands: true,
        band: BandRefinement(channels: [.portrait, .hair, .skin], iterations: 40))
    }
    if weights == .permissive {
      // They have seen heads in photos of whole people only, never from near: see their card.
      largeHeadLook = Look(longSide: 256, detail: 128)
      headLongSide = nil
    }
  }

  /// How the network sees the whole of a picture of `size`.
  func look(for faces: [Face], in size: PixelSize) -> Look { isFilled(by: faces, size) ? largeHeadLook : wholeLook }

  /// Whether a head fills most of a picture of `size`.
  func isFilled(by faces: [Face], _ size: PixelSize) -> Bool {
    let longest = Double(max(size.width, size.height))
    return faces.contains { $0.bounds.height * Double(size.height) > Self.largeFace * longest }
  }

  /// Brows to lips, as a share of the picture's long side; the head is two and a half times as tall.
  private static let largeFace = 0.2

  private init(wholeLook: Look, headLongSide: Int?, looksInMirror: Bool, cutsStrands: Bool, band: BandRefinement?) {
    self.wholeLook = wholeLook
    self.headLongSide = headLongSide
    self.looksInMirror = looksInMirror
    self.cutsStrands = cutsStrands
    self.band = band
  }
}
