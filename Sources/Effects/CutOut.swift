import FilterGraph
import Imaging

/// A photo taken apart into person and background by its portrait matte.
struct CutOut {
  /// The person in their own colours, transparent elsewhere.
  let person: Image
  /// The background, transparent where the person is.
  let background: Image

  init(of subject: EffectSubject, portrait: Matte) {
    let matte = Image.matte(portrait, fitting: PixelRect(subject.size))
    // Wide enough to reach from the middle of loose hair to what is surely person or surely background.
    let radius = max(12, Double(max(subject.size.width, subject.size.height)) / 40)
    person = subject.image.applying(.foregroundColor(maskImage: matte, radius: radius)).masked(by: matte)
    background = subject.image.masked(by: matte.applying(.colorInvert))
  }
}
