import FilterGraph
import Imaging

/// A photo separated into person and background by its portrait matte.
///
/// Where the matte is soft a pixel is a mix, `I = aF + (1 - a)B`. The colours of person and background are extrapolated
/// into the soft part from where each is certain, by means over two distances, the nearer one first. The residual is
/// assigned to the person in proportion to the matte (after Forte, "Approximate Fast Foreground Colour Estimation",
/// ICIP 2021, whose means include the soft part itself and so leave a rim where it is wide). Where a pixel is nearer to
/// the background's colour than the matte implies, the person's share is reduced: between curls the matte is wider than
/// the hair.
struct CutOut {
  private let picture: Image
  private let matte: Image
  /// The person's colours wherever the matte is soft, over the whole picture, transparent where the matte is too high.
  private let estimate: Image

  /// From where on the matte is sure.
  private static let sure = 0.85

  init(of subject: EffectSubject, portrait: Matte) {
    let picture = subject.image
    let matte = Image.matte(portrait, fitting: PixelRect(subject.size))
    let color = picture.opaque
    // Extrapolated colours are smooth: a small picture is enough.
    let side = Double(max(subject.size.width, subject.size.height))
    let reduced = Reduction(of: subject.size, by: max(side / 1200, min(4, side / 320)))
    let small = reduced.picture(color)
    func carried(_ mask: Image) -> Image {
      let sure = small.masked(by: mask.ramp(from: Self.sure, to: 1))
      let near = sure.applying(.gaussianBlur(radius: max(2, reduced.side / 150)))
      let far = sure.applying(.gaussianBlur(radius: max(6, reduced.side / 30)))
      return reduced.restored(
        near.solid(from: 1 / 30).composited(over: far.solid(from: 1 / 1000)).composited(over: small))
    }
    // Four blurs read it.
    let smallMatte = Image.matte(portrait, fitting: PixelRect(reduced.small)).insertingIntermediate()
    let (own, behind) = (carried(smallMatte), carried(smallMatte.inverted))
    estimate = color.unmixed(own: own, behind: behind, matte: matte)
    self.picture = picture
    self.matte = matte
  }

  /// The person in their own colours, as opaque as the picture: for places where the matte is not 0.
  ///
  /// Where the matte is certain the colours are the picture's own.
  private var uncovered: Image {
    let own = picture.isOpaque ? estimate : estimate.applying(.sourceInCompositing(backgroundImage: picture))
    return own.blended(over: picture, mask: matte.inverted.ramp(from: 0, to: 0.02))
  }

  /// The person in their own colours, transparent elsewhere.
  var person: Image { uncovered.masked(by: matte) }

  /// The background, transparent where the person is.
  var background: Image { picture.masked(by: matte.inverted) }

  /// The person in front of another, opaque background. Where only one of the two is visible, the other is not
  /// computed.
  func composited(over background: Image) -> Image {
    guard picture.isOpaque else { return person.composited(over: background) }
    let behind = background.blended(over: picture, mask: matte.inverted.ramp(from: 0, to: 1 / 255))
    return uncovered.composited(over: behind).blended(over: behind, mask: matte)
  }
}

extension Image {
  /// Opaque wherever alpha is at least `least`, each pixel in its own colour; below, in proportion.
  fileprivate func solid(from least: Double) -> Image {
    let most = 65504.0
    return applying(.colorMatrix(aVector: SIMD4(0, 0, 0, 1 / least)))
      .applying(
        .colorClamp(minComponents: SIMD4(-most, -most, -most, 0), maxComponents: SIMD4(most, most, most, 1)))
  }
}
