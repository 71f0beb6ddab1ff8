import FilterGraph

/// Effects process opaque colours, and give the result the alpha of the picture.
extension Image {
  /// Each pixel in its own colour, opaque.
  var opaque: Image { unpremultiplyingAlpha().settingAlphaOne() }

  /// The opaque image with the alpha of the image that it replaces.
  func withAlpha(of original: Image) -> Image {
    original.isOpaque ? self : applying(.sourceInCompositing(backgroundImage: original))
  }

  /// The image over its original, with an effect's strength, `0...1`.
  func mixed(over original: Image, _ strength: Double) -> Image {
    strength >= 1 ? self : applying(.mix(backgroundImage: original, amount: strength))
  }
}
