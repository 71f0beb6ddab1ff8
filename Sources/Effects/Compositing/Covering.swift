import FilterGraph

extension Image {
  /// The image as transparent as another one that it is to take the place of.
  func covered(as original: Image) -> Image {
    original.isOpaque ? self : applying(.sourceInCompositing(backgroundImage: original))
  }

  /// The image over the one that it is made from, with the strength of an effect, `0...1`.
  func mixed(over original: Image, _ strength: Double) -> Image {
    strength >= 1 ? self : applying(.mix(backgroundImage: original, amount: strength))
  }
}
