import FilterGraph
import Imaging

/// Adapts make-up to the light of a photo, as shown by the skin round it: on gray skin the photo is black and white,
/// and only the make-up's luminance is visible; in candlelight or low sun there is little blue, and the make-up
/// reflects no more of it.
struct MakeUpLight: MultipleImageKernel {
  /// Whether make-up on gray skin is gray.
  let keepsGray: Bool
  /// Whether the picture of the make-up has not been adapted to the colour of the light.
  let isUnlit: Bool

  /// A picture of make-up in the light of the subject; unchanged where no skin is known.
  func image(_ image: Image, in subject: EffectSubject) -> Image {
    guard let matte = subject.mattes[.skin], keepsGray || isUnlit else { return image }
    let radius = max(2, subject.faceWidth * 0.3)
    let reduced = Reduction(of: subject.size, by: radius / 8)
    let skin = reduced.restored(
      reduced.picture(subject.opaque.image)
        .mean(within: Image.matte(matte, fitting: PixelRect(reduced.small)), radius: radius / reduced.factor))
    return image.applying(self, with: [skin])
  }

  /// The difference of the components, as a fraction of the largest, up to which skin is gray, and from which it is in
  /// colour. The palest skin in light has twice as much.
  private static let colorless: (Float, Float) = (0.02, 0.1)
  /// The least blue, as a fraction of green, that skin of any tone has in white light.
  private static let leastBlue: Float = 0.5

  func process(_ pixels: PixelsOfImages, x: Int, y: Int) -> SIMD4<Float> {
    let skin = SIMD3(pixels[1].x, pixels[1].y, pixels[1].z)
    // No skin is near.
    guard skin.max() > 1e-4 else { return pixels[0] }
    var color = SIMD3(pixels[0].x, pixels[0].y, pixels[0].z)
    if isUnlit {
      let blue = (skin.z / max(skin.y, 1e-4) / Self.leastBlue).clamped(to: 0.2...1)
      color.z *= blue * blue.squareRoot()
    }
    if keepsGray {
      let chroma = (skin.max() - skin.min()) / skin.max()
      let share = ((chroma - Self.colorless.0) / (Self.colorless.1 - Self.colorless.0)).clamped(to: 0...1)
      let gray = SIMD3<Float>(repeating: Luminance.of(color.x, color.y, color.z))
      color = gray + (color - gray) * share
    }
    return SIMD4(color, pixels[0].w)
  }
}
