import Imaging

/// Sharpens a picture along the motion of its subject during the exposure.
///
/// Networks do not detect a face that is smeared over half of its width, though its features are there. The blur is
/// reduced by subtracting the pixels before and behind along the motion.
enum MotionSharpening {
  /// The distance of the subtracted pixels, in pixels, and their weight in quarters. Chosen for faces of about 32
  /// pixels that are smeared by a tenth to a half of their height. Shorter or weaker leaves the longest smears
  /// undetected; longer or stronger destroys sharp faces.
  private static let (distance, quarters): (Float, Int32) = (3, 3)

  /// - Parameters:
  ///   - pixels: `rgba8`.
  ///   - way: the direction of the motion, of length 1; its sign does not matter.
  static func sharpened(_ pixels: PixelBuffer, along way: SIMD2<Float>) -> PixelBuffer {
    guard pixels.format == .rgba8, way.x.isFinite, way.y.isFinite else { return pixels }
    let offset = way * distance
    let (dx, dy) = (Int(offset.x.rounded()), Int(offset.y.rounded()))
    let (width, height) = (pixels.width, pixels.height)
    var result = pixels
    let rowBytes = result.rowBytes
    result.withUnsafeMutableBytes { target in
      pixels.withUnsafeBytes { source in
        for y in 0..<height {
          let before = min(max(y - dy, 0), height - 1) &* pixels.rowBytes
          let behind = min(max(y + dy, 0), height - 1) &* pixels.rowBytes
          for x in 0..<width {
            let own = y &* pixels.rowBytes &+ 4 &* x
            let first = before &+ 4 &* min(max(x - dx, 0), width - 1)
            let second = behind &+ 4 &* min(max(x + dx, 0), width - 1)
            for channel in 0..<3 {
              let value = Int32(source[own &+ channel])
              let others = Int32(source[first &+ channel]) &+ Int32(source[second &+ channel])
              let sharp = value &+ (quarters &* (2 &* value &- others)) / 4
              target[y &* rowBytes &+ 4 &* x &+ channel] = UInt8(min(max(sharp, 0), 255))
            }
          }
        }
      }
    }
    return result
  }
}
