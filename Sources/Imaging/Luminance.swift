/// The luminance of linear colours: the weights of sRGB's and Rec. 709's primaries. Of encoded ones it is the luma.
package enum Luminance {
  /// Of red, green and blue.
  package static let weights = [0.2126, 0.7152, 0.0722]

  @inlinable @inline(__always)
  package static func of(_ red: Float, _ green: Float, _ blue: Float) -> Float {
    0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
}
