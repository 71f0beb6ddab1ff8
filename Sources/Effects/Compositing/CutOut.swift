import FilterGraph
import Imaging

/// A photo taken apart into person and background by its portrait matte.
///
/// Where the matte is soft a pixel is a mix, `I = aF + (1 - a)B`. The colours of person and background are carried into
/// the soft part from where each is sure, by means over two distances, the nearer one first; what they leave unexplained is
/// given to the person the more, the surer the matte is (after Forte, "Approximate Fast Foreground Colour Estimation", ICIP
/// 2021, whose means take in the soft part itself and so leave a rim where it is wide).
struct CutOut {
  /// The person in their own colours, transparent elsewhere.
  let person: Image
  /// The background, transparent where the person is.
  let background: Image

  /// From where on the matte is sure.
  private static let sure = 0.85

  init(of subject: EffectSubject, portrait: Matte) {
    let image = subject.image
    let area = PixelRect(subject.size)
    let matte = Image.matte(portrait, fitting: area)
    let rest = matte.inverted
    let color = image.unpremultiplyingAlpha().settingAlphaOne()
    // What is carried is smooth: a small picture says as much.
    let reduced = Reduction(of: subject.size, to: 1200)
    let small = reduced.picture(color)
    func carried(_ mask: Image) -> Image {
      let sure = small.masked(by: mask.ramp(from: Self.sure, to: 1))
      let near = sure.applying(.gaussianBlur(radius: max(2, reduced.side / 150)))
      let far = sure.applying(.gaussianBlur(radius: max(6, reduced.side / 30)))
      return reduced.restored(
        near.solid(from: 1 / 30).composited(over: far.solid(from: 1 / 1000)).composited(over: small))
    }
    let smallMatte = Image.matte(portrait, fitting: PixelRect(reduced.small))
    let (own, behind) = (carried(smallMatte), carried(smallMatte.inverted))
    let unexplained = color.adding(own.blended(over: behind, mask: matte), times: -1)
    // Never beyond the picture's own colour on one side and the carried one on the other.
    let (least, most) = (
      own.applying(.minimumCompositing(backgroundImage: color)),
      own.applying(.maximumCompositing(backgroundImage: color))
    )
    let estimate = own.adding(unexplained.and(matte).and(matte), times: 1)
      .applying(.minimumCompositing(backgroundImage: most)).applying(.maximumCompositing(backgroundImage: least))
      .applying(.sourceInCompositing(backgroundImage: image))
    // Where the matte is surely person its colours are the picture's own.
    person = image.blended(over: estimate, mask: matte.ramp(from: 0.98, to: 1)).masked(by: matte)
    background = image.masked(by: rest)
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
