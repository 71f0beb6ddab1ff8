/// A pixel's computation from its neighbours, in Swift: implement it to make a filter of your own.
///
/// The graph requests exactly the input pixels within `reach`, by tiles on all cores, and converts colours before and
/// after it: components are linear (extended linear sRGB) and premultiplied. Beyond the image everything is
/// transparent; for repeated edges apply the kernel to `clampedToExtent()` and crop. The result must depend only on the
/// kernel, the pixels and their place. Called from several threads.
public protocol NeighborhoodKernel: Sendable {
  /// The name in the render plan; the type's name by default.
  var name: String { get }
  /// Number of pixels to each side that are read, at most 1024.
  var reach: Int { get }
  /// Whether the result reaches as far beyond the image as the kernel; if not (as is usual), the extent stays.
  var growsExtent: Bool { get }
  /// The result at the centre of a neighbourhood: premultiplied red, green, blue, alpha.
  func process(_ pixels: PixelNeighborhood) -> SIMD4<Float>
}

extension NeighborhoodKernel {
  public var name: String { "\(Self.self)" }
  public var growsExtent: Bool { false }
}

extension Image {
  /// This image, each pixel computed by a kernel from its neighbours.
  public func applying(_ kernel: some NeighborhoodKernel) -> Image {
    Image(NeighborhoodKernelOperation(kernel), self)
  }
}
