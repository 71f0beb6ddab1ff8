import FilterGraph

/// Effects work on opaque colours, and give the result the alpha of the picture.
extension Image {
  /// Each pixel in its own colour, opaque.
  var opaque: Image { unpremultiplyingAlpha().settingAlphaOne() }

  /// The opaque image with the alpha of another one that it takes the place of.
  func withAlpha(of original: Image) -> Image {
    original.isOpaque ? self : applying(.sourceInCompositing(backgroundImage: original))
  }

  /// The image over the one that it is made from, with the strength of an effect, `0...1`.
  func mixed(over original: Image, _ strength: Double) -> Image {
    strength >= 1 ? self : applying(.mix(backgroundImage: original, amount: strength))
  }
}
