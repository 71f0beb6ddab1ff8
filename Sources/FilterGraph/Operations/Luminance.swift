/// The luminance of linear colours: the weights of sRGB's and Rec. 709's primaries.
enum Luminance {
  /// Of red, green and blue.
  static let weights = [0.2126, 0.7152, 0.0722]

  @inline(__always)
  static func of(_ red: Float, _ green: Float, _ blue: Float) -> Float {
    0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
}
