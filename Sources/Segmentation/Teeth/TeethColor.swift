import Imaging

/// The color features that tell teeth from lips, gums, tongue and the dark of a mouth.
struct TeethColor {
  /// Luma of the sRGB samples, `0...1` (BT.709 weights).
  let luma: Float
  /// How far green is below red, as a fraction of red: about 0.05 to 0.2 for teeth, above 0.35 for gums and lips.
  let redness: Float

  init(red: Float, green: Float, blue: Float) {
    luma = Luminance.of(red, green, blue)
    redness = max(0, red - green) / max(red, 1 / 64)
  }

  /// The color of a pixel of a picture of format `rgba8`.
  init(in picture: PixelBuffer, x: Int, y: Int) {
    let start = y * picture.rowBytes + 4 * x
    self.init(
      red: Float(picture.bytes[start]) / 255, green: Float(picture.bytes[start + 1]) / 255,
      blue: Float(picture.bytes[start + 2]) / 255)
  }
}
