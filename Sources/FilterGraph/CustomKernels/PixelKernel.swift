/// A pixel's computation, in Swift: implement it to make a filter of your own.
///
/// The graph fuses it with its neighbours in a chain, renders it by tiles on all cores, and converts colours before and
/// after it: components are linear (extended linear sRGB), may be below 0 and above 1, and may be NaN if a source's
/// were. The result must depend only on the kernel, the pixel and its place. Called from several threads.
///
/// ```swift
/// struct Swap: PixelKernel {
///   func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> { SIMD4(pixel.z, pixel.y, pixel.x, pixel.w) }
/// }
/// let swapped = image.applying(Swap())
/// ```
public protocol PixelKernel: Sendable {
  /// The name in the render plan; the type's name by default.
  var name: String { get }
  /// Whether colours are straight (not premultiplied). true by default.
  var wantsStraightAlpha: Bool { get }
  /// Whether the fourth component of the result is used; if not (as is usual), alpha is unchanged.
  var changesAlpha: Bool { get }
  /// Computes red, green, blue, alpha of the result from the pixel at column `x` and row `y` (y down).
  func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float>
}

extension PixelKernel {
  public var name: String { "\(Self.self)" }
  public var wantsStraightAlpha: Bool { true }
  public var changesAlpha: Bool { false }
}

extension Image {
  /// This image, each pixel through a kernel. Outside the extent it stays transparent.
  public func applying(_ kernel: some PixelKernel) -> Image { Image(PixelKernelOperation(kernel), self) }
}
