import Imaging
import Kernels

/// What the network is shown of a picture: parts of it at the network's sizes, out of the half-size picture where that has
/// enough pixels, and out of the whole where it has not.
struct NetworkPicture: Sendable {
  /// Upright, of format `rgba8`: the half-size picture or the picture itself.
  private let pixels: PixelBuffer
  /// The half-size picture's, upright.
  private let half: PixelSize

  /// The half-size picture of a larger one shows the network all it can see but of the smallest heads, and takes a quarter
  /// of the memory.
  private static let largestShownWhole = 2048

  /// - Parameters:
  ///   - pixels: the picture as stored.
  ///   - half: the half-size picture, upright, of format `rgba8`.
  ///   - plan: what the network is to be shown of it.
  init(_ pixels: PixelBuffer, orientation: Orientation, half: PixelBuffer, plan: RefinementPlan) {
    let isSmall = max(pixels.width, pixels.height) <= Self.largestShownWhole
    let needsMore = plan.headLongSide != nil || max(half.width, half.height) < plan.wholeLook.longSide
    self.pixels = isSmall && needsMore ? pixels.converted(to8Bit: .rgba8).oriented(by: orientation) : half
    self.half = half.size
  }

  /// The whole picture with no more detail than a smaller one of this long side has, at another size.
  func whole(at size: PixelSize, detail: Int) throws(KernelError) -> PixelBuffer {
    let scale = min(1, Double(detail) / Double(max(half.width, half.height)))
    return try pixels.resized(to: half.scaled(by: scale)).resized(to: size)
  }

  /// A part of the picture, given in pixels of the half-size picture, at another size.
  func part(_ rect: PixelRect, at size: PixelSize) throws(KernelError) -> PixelBuffer {
    func place(_ value: Int, _ halfSide: Int, _ side: Int) -> Int { value * side / max(halfSide, 1) }
    let (left, right) = (
      place(rect.minX, half.width, pixels.width), place(rect.maxX, half.width, pixels.width)
    )
    let (top, bottom) = (
      place(rect.minY, half.height, pixels.height), place(rect.maxY, half.height, pixels.height)
    )
    let region = PixelRect(x: left, y: top, width: max(1, right - left), height: max(1, bottom - top))
    return try pixels.resized(region.intersection(PixelRect(pixels.size)), to: size)
  }
}
