/// A filter that moves pixels, in Swift: implement it to make a filter of your own (Core Image's `CIWarpKernel`).
///
/// The graph requests only the part of the image that the border of each tile maps to, so the map must be continuous
/// and not fold: the inside of an area must map inside the image of its border. Samples are bilinear, transparent
/// beyond the image. Called from several threads.
///
/// ```swift
/// struct Wave: WarpKernel {
///   func source(of place: Point) -> Point? { Point(x: place.x + 8 * sin(place.y / 20), y: place.y) }
/// }
/// let waved = image.applying(Wave())
/// ```
public protocol WarpKernel: Sendable {
  /// The name in the render plan; the type's name by default.
  var name: String { get }
  /// The place in the image shown at a place of the result, a pixel's centre at +0.5; nil for transparent.
  func source(of place: Point) -> Point?
  /// The extent of the result for the extent of the image; by default the same.
  func extent(of source: Extent) -> Extent
}

extension WarpKernel {
  public var name: String { "\(Self.self)" }
  public func extent(of source: Extent) -> Extent { source }
}

extension Image {
  /// This image, its pixels moved by a kernel.
  public func applying(_ kernel: some WarpKernel) -> Image {
    Image(WarpOperation(WarpKernelMap(kernel: kernel), source: extent, target: kernel.extent(of: extent)), self)
  }
}

/// A kernel as a map of the graph; places that are not finite are transparent.
private struct WarpKernelMap<Kernel: WarpKernel>: PixelMap {
  let kernel: Kernel
  var name: String { kernel.name }

  func source(of place: Point) -> Point? {
    guard let found = kernel.source(of: place), abs(found.x) < 0x1p40, abs(found.y) < 0x1p40 else { return nil }
    return found
  }
}
