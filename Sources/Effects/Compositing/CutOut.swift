import FilterGraph
import Imaging

/// A photo taken apart into person and background by its portrait matte.
struct CutOut {
  /// The person in their own colours, transparent elsewhere.
  let person: Image
  /// The background, transparent where the person is.
  let background: Image

  init(of subject: EffectSubject, portrait: Matte) {
    let image = subject.image
    let matte = Image.matte(portrait, fitting: PixelRect(subject.size))
    // Wide enough to reach from the middle of loose hair to what is surely person or surely background.
    let radius = max(12, Double(max(subject.size.width, subject.size.height)) / 40)
    let estimate = image.unpremultiplyingAlpha().applying(.foregroundColor(maskImage: matte, radius: radius))
      .applying(.sourceInCompositing(backgroundImage: image))
    // Where the matte is surely person its colours are the picture's own, beyond 0...1 too.
    person = image.blended(over: estimate, mask: matte.ramp(from: 0.98, to: 1)).masked(by: matte)
    background = image.masked(by: matte.inverted)
  }
}
