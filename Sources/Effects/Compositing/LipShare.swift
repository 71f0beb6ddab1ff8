import FilterGraph
import Glibc
import Imaging

/// The share of lip in each pixel of a mesh's lips, by its colour: where the mesh strays onto skin, a moustache or an
/// object at the mouth, a pixel is nearer to the nearby skin's colour than to that of the lips. If lips and skin hardly
/// differ, as in a black-and-white photo, the mesh alone decides.
struct LipShare {
  /// White for lips.
  let mask: Image

  /// As fractions of the mouth's width: the distance of the samples for the colours, the width of the lips' uncertain
  /// edge, and the smallest detail.
  private static let (reach, edge, detail) = (0.2, 0.03, 0.015)

  /// - Parameters:
  ///   - lips: the mask of all lips.
  ///   - mouthWidth: in pixels.
  init(of subject: EffectSubject, lips: Image, skin: Matte, mouthWidth: Double) {
    let reduced = Reduction(of: subject.size, by: mouthWidth * Self.detail)
    let area = PixelRect(reduced.small)
    let unit = mouthWidth / reduced.factor
    let hues = reduced.picture(subject.opaque.image).applying(Hues())
      .applying(.gaussianBlur(radius: unit * Self.detail)).opaque.cropped(to: area)
    let inside = reduced.picture(lips)
    let near = inside.applying(.gaussianBlur(radius: unit * Self.edge)).opaque.ramp(from: 0, to: 0.5)
    let beside = Image.matte(skin, fitting: area).and(near.inverted)
    func mean(_ mask: Image) -> Image {
      hues.masked(by: mask.cropped(to: area)).applying(.gaussianBlur(radius: unit * Self.reach))
    }
    mask = reduced.restored(hues.applying(Share(), with: [mean(inside.and(inside)), mean(beside.and(beside))]))
  }

  /// Hue and saturation, which light changes little, and a little of the brightness.
  private struct Hues: PixelKernel {
    func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
      let (red, green, blue) = (max(pixel.x, 0) + dark, max(pixel.y, 0) + dark, max(pixel.z, 0) + dark)
      let light: Float = 0.15 * log2f(Luminance.of(red, green, blue))
      return SIMD4(log2f(red / green), log2f(green / blue), light, 1)
    }

    /// Added to each component: noise in the dark has no hue.
    private let dark: Float = 0.01
  }

  /// Reads hues, their mean over nearby lips and that over skin, both with the share of such pixels as alpha.
  private struct Share: MultipleImageKernel {
    func process(_ pixels: PixelsOfImages, x: Int, y: Int) -> SIMD4<Float> {
      let (hue, lips, skin) = (pixels[0], pixels[1], pixels[2])
      guard lips.w > 1e-4, skin.w > 1e-4 else { return SIMD4(repeating: 1) }
      let ofSkin = SIMD3(skin.x, skin.y, skin.z) / skin.w
      let ofLips = SIMD3(lips.x, lips.y, lips.z) / lips.w
      let (across, own) = (ofLips - ofSkin, SIMD3(hue.x, hue.y, hue.z) - ofSkin)
      let distance: Float = (across * across).sum()
      let away: Float = (own * across).sum() / (distance + 0.004)
      let alike: Float = ((away - 0.12) / 0.38).clamped(to: 0...1)
      let share: Float = alike * alike * (3 - 2 * alike)
      // Weighted by the difference of the two, if there is skin to compare with.
      let apart: Float = ((distance - 0.02) / 0.08).clamped(to: 0...1)
      let weight: Float = apart * min(1, 50 * skin.w)
      return SIMD4(SIMD3(repeating: 1 - weight * (1 - share)), 1)
    }
  }
}
