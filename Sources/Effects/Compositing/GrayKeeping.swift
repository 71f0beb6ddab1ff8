import FilterGraph
import Imaging

/// Leaves a black-and-white photo gray: where the skin round a place has no colour, what is put there is seen as such a
/// photo would show it, by its luminance alone.
struct GrayKeeping: MultipleImageKernel {
  /// A picture made of the subject's, gray where the subject's skin is; as it is where no skin is known.
  static func image(_ image: Image, in subject: EffectSubject) -> Image {
    guard let matte = subject.mattes[.skin] else { return image }
    let radius = max(2, subject.faceWidth * 0.3)
    let reduced = Reduction(of: subject.size, by: radius / 8)
    let skin = reduced.restored(
      reduced.picture(subject.opaque.image)
        .mean(within: Image.matte(matte, fitting: PixelRect(reduced.small)), radius: radius / reduced.factor))
    return image.applying(GrayKeeping(), with: [skin])
  }

  /// The difference of the components, as a fraction of the largest, up to which skin is gray, and from which on it is in
  /// colour. The palest skin in light has twice as much.
  private static let colorless: (Float, Float) = (0.02, 0.1)

  func process(_ pixels: PixelsOfImages, x: Int, y: Int) -> SIMD4<Float> {
    let (pixel, skin) = (pixels[0], SIMD3(pixels[1].x, pixels[1].y, pixels[1].z))
    // No skin is near.
    guard skin.max() > 1e-4 else { return pixel }
    let chroma = (skin.max() - skin.min()) / skin.max()
    let color = ((chroma - Self.colorless.0) / (Self.colorless.1 - Self.colorless.0)).clamped(to: 0...1)
    guard color < 1 else { return pixel }
    let gray = SIMD3<Float>(repeating: Luminance.of(pixel.x, pixel.y, pixel.z))
    return SIMD4(gray + (SIMD3(pixel.x, pixel.y, pixel.z) - gray) * color, pixel.w)
  }
}
