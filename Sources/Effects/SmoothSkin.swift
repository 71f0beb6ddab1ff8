import FilterGraph
import Imaging

/// Takes blotches and shine out of skin and leaves its pores and its shape: the band between the two is what goes.
///
/// The skin is split in three: the fine texture, the coarser one, and the shading of the face, both cuts made by guided
/// filters (He, Sun and Tang, 2010), which leave the edges of nose, lids and folds in the shading. Only the middle is
/// weakened, so nothing looks like plastic.
public struct SmoothSkin: Effect {
  public static let name = "smooth-skin"
  public static let summary = "Smooth blotches of the skin; pores and the face's shading are kept."
  /// Fraction of the blotches that is removed; 0 = unchanged. From 0 to 1, default 0.6.
  public static let strength = NumberParameter(
    "strength", default: 0.6, in: 0...1, "Fraction of the blotches that is removed; 0 = unchanged.")
  /// Fraction of the finest texture, the pores, that is kept. From 0 to 1, default 0.9.
  public static let texture = NumberParameter(
    "texture", default: 0.9, in: 0...1, "Fraction of the finest texture, the pores, that is kept.")
  /// Scale of the largest blotches that are removed; 1 fits blemishes. From 0.3 to 3, default 1.
  public static let size = NumberParameter(
    "size", default: 1, in: 0.3...3, "Scale of the largest blotches that are removed; 1 fits blemishes.")
  public static let parameters: [EffectParameter] = [.number(strength), .number(texture), .number(size)]
  public static let mattes: Set<MatteKind> = [.skin]

  /// Fraction of the blotches that is removed; 0 = unchanged. From 0 to 1, default 0.6.
  public var strength: Double
  /// Fraction of the finest texture, the pores, that is kept. From 0 to 1, default 0.9.
  public var texture: Double
  /// Scale of the largest blotches that are removed; 1 fits blemishes. From 0.3 to 3, default 1.
  public var size: Double

  public init(
    strength: Double = Self.strength.defaultValue, texture: Double = Self.texture.defaultValue,
    size: Double = Self.size.defaultValue
  ) {
    self.strength = strength
    self.texture = texture
    self.size = size
  }

  public init(settings: EffectSettings) {
    self.init(
      strength: settings[Self.strength], texture: settings[Self.texture], size: settings[Self.size])
  }

  /// The standard deviation of encoded light above which the guided filters preserve a difference as an edge.
  private static let edge = 0.04

  public func recipe(for subject: EffectSubject) -> Image {
    guard let matte = subject.mattes[.skin], let skin = subject.mask(.skin) else { return subject.image }
    let scale = subject.faceWidth * size
    let (fine, coarse) = (max(1, scale * 0.008), max(2, scale * 0.04))
    let picture = subject.image.encoded
    // Features coarser than pores are also visible in a smaller picture.
    let reduced = Reduction(
      of: subject.size, by: max(fine / 2, min(coarse / 3, (Double(subject.size.area) / 3e6).squareRoot())))
    let smallSkin = Image.matte(matte, fitting: PixelRect(reduced.small))
    let small = reduced.picture(picture)
    // Hair, lips and background beside the skin are replaced by skin, so that they do not bleed into it.
    let mean = small.mean(within: smallSkin, radius: coarse / reduced.factor)
      .cropped(to: PixelRect(reduced.small)).insertingIntermediate()
    let face = small.blended(over: mean, mask: smallSkin).cropped(to: PixelRect(reduced.small)).insertingIntermediate()
    func smooth(_ radius: Double) -> Image {
      face.applying(
        .guidedFilter(guideImage: face, radius: max(1, radius / reduced.factor), epsilon: Self.edge * Self.edge))
    }
    let (withoutPores, shading) = (smooth(fine), smooth(coarse))
    let softened = strength * (1 - texture)
    let smoothed = shading.scaled(by: strength).adding(withoutPores, times: softened - strength)
    var result = picture.scaled(by: 1 - softened).adding(reduced.restored(smoothed), times: 1)
    if softened > 0 {
      // The replaced parts are not shown: glasses in front of skin and the outline of the jaw stay unchanged.
      let hidden = picture.adding(reduced.restored(mean), times: -1).and(skin.inverted)
      result = result.adding(hidden, times: softened)
    }
    return result.decoded(as: subject.image).blended(over: subject.image, mask: skin)
  }
}

extension Effect where Self == SmoothSkin {
  /// Smooth blotches of the skin; pores and the face's shading are kept.
  public static func smoothSkin(
    strength: Double = SmoothSkin.strength.defaultValue, texture: Double = SmoothSkin.texture.defaultValue,
    size: Double = SmoothSkin.size.defaultValue
  ) -> SmoothSkin {
    SmoothSkin(strength: strength, texture: texture, size: size)
  }
}
