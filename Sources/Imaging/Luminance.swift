/// The luminance of linear colours: the weights of sRGB's and Rec. 709's primaries (ITU-R BT.709-6, 3.3). Of encoded
/// colours it is the luma.
public enum Luminance {
  /// The weights of red, green and blue (Rec. 709); their sum is 1.
  public static let weights = [0.2126, 0.7152, 0.0722]

  /// The luminance of a colour, in its components' unit; of premultiplied components it is the premultiplied luminance.
  @inlinable @inline(__always)
  public static func of(_ red: Float, _ green: Float, _ blue: Float) -> Float {
    // Literals, because reading the array in each pixel would cost time.
    0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
}
