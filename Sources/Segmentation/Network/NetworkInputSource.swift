import Imaging
import Kernels

/// The source of the network's inputs: regions of a picture at any size, taken from the half-size picture if that has
/// enough pixels, otherwise from the picture itself.
struct NetworkInputSource: Sendable {
  /// The half-size picture or the picture itself, upright, of format `rgba8`.
  private let pixels: PixelBuffer
  /// The size of the upright half-size picture, in pixels.
  private let half: PixelSize

  /// The long side up to which inputs are taken from the picture itself. The half of a larger one has enough detail for
  /// all but the smallest heads, and takes a quarter of the memory.
  private static let largestShownWhole = 2048

  /// - Parameters:
  ///   - pixels: the picture as stored.
  ///   - orientation: the orientation that turns `pixels` upright.
  ///   - half: the half-size picture, upright, of format `rgba8`.
  ///   - needsDetail: whether parts of the picture, or more pixels than its half has, will be requested.
  init(_ pixels: PixelBuffer, orientation: Orientation, half: PixelBuffer, needsDetail: Bool) {
    let isSmall = max(pixels.width, pixels.height) <= Self.largestShownWhole
    self.pixels = isSmall && needsDetail ? pixels.converted(to8Bit: .rgba8).oriented(by: orientation) : half
    self.half = half.size
  }

  /// The whole picture at `size`, with no more detail than at a long side of `detail` pixels.
  func whole(at size: PixelSize, detail: Int) throws(KernelError) -> PixelBuffer {
    let scale = min(1, Double(detail) / Double(max(half.width, half.height)))
    return try pixels.resized(to: half.scaled(by: scale)).resized(to: size)
  }

  /// The scale of a part of the picture: its own pixels per pixel of the half-size picture, along a side.
  var detail: Double { Double(max(pixels.width, pixels.height)) / Double(max(half.width, half.height)) }

  /// A region of the picture at `size`; `rect` is in pixels of the half-size picture.
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
