import Imaging

/// A pixel's computation from the pixels of several images at its place, in Swift: implement it to make a filter of
/// your own (Core Image's `CIColorKernel` with more than one sampler, `CIBlendKernel`).
///
/// The graph fuses it with its neighbours in a chain and renders it by tiles on all cores: components are linear
/// (extended linear sRGB) and premultiplied; beyond an image everything is transparent. The result must depend only on
/// the kernel, the pixels and their place. Called from several threads.
///
/// ```swift
/// struct Nearer: MultipleImageKernel {
///   func process(_ pixels: PixelsOfImages, x: Int, y: Int) -> SIMD4<Float> {
///     pixels[1].y > pixels[2].y ? pixels[0] : .zero
///   }
/// }
/// let near = photo.applying(Nearer(), with: [depth, limit])
/// ```
public protocol MultipleImageKernel: Sendable {
  /// The name in the render plan; the type's name by default.
  var name: String { get }
  /// The premultiplied red, green, blue and alpha at column `x` and row `y` (y down).
  func process(_ pixels: PixelsOfImages, x: Int, y: Int) -> SIMD4<Float>
  /// The extent of the result for the extents of the images; by default that of the first image.
  func extent(of images: [Extent]) -> Extent
}

extension MultipleImageKernel {
  public var name: String { "\(Self.self)" }
  public func extent(of images: [Extent]) -> Extent { images.first ?? .empty }
}

extension Image {
  /// This image through a kernel that also reads other images.
  public func applying(_ kernel: some MultipleImageKernel, with others: [Image]) -> Image {
    Image(
      ImageNode(
        MultipleImageKernelOperation(kernel: kernel, count: others.count + 1), [node] + others.map(\.node)))
  }
}
