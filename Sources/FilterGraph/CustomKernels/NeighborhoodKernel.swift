import Imaging

/// A filter's arithmetic for one pixel from those around it, in Swift: implement it to make a filter of your own.
///
/// The graph asks its input for exactly the pixels within `reach`, by tiles on all cores, and converts colours before and
/// after it: components are linear (extended linear sRGB) and premultiplied. Beyond the image everything is transparent;
/// for repeated edges apply the kernel to `clampedToExtent()` and crop. The result must depend on nothing but the kernel,
/// the pixels and their place. Called from several threads.
public protocol NeighborhoodKernel: Sendable {
  /// What the render plan prints; the type's name if not given.
  var name: String { get }
  /// How many pixels to each side are read; at most 1024.
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

/// The pixels round one pixel. Valid only while a kernel is called with it.
public struct PixelNeighborhood {
  let red: UnsafePointer<Float>
  let planeCount: Int
  let rowLength: Int
  let reach: Int
  /// The column and row of the centre.
  public let x: Int
  /// The row of the pixel, in pixels from the top of the image.
  public let y: Int

  /// The premultiplied pixel `dx` to the right of and `dy` below the centre; at most the kernel's reach away.
  public subscript(dx: Int, dy: Int) -> SIMD4<Float> {
    precondition(abs(dx) <= reach && abs(dy) <= reach, "a kernel reads only within its reach")
    let pixel = red + (dy &* rowLength &+ dx)
    return SIMD4(pixel[0], pixel[planeCount], pixel[2 &* planeCount], pixel[3 &* planeCount])
  }
}

extension Image {
  /// This image, each pixel made by a kernel from those around it.
  public func applying(_ kernel: some NeighborhoodKernel) -> Image {
    Image(NeighborhoodKernelOperation(kernel), self)
  }
}

/// A kernel as an operation of the graph.
struct NeighborhoodKernelOperation<Kernel: NeighborhoodKernel>: RegionOperation {
  private let kernel: Kernel
  private let reach: Int

  init(_ kernel: Kernel) {
    self.kernel = kernel
    reach = kernel.reach.clamped(to: 0...1024)
  }

  var name: String { kernel.name }
  func extent(of inputs: [Extent]) -> Extent { kernel.growsExtent ? inputs[0].outset(by: reach) : inputs[0] }
  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect { region.outset(by: reach) }

  func render(into output: Tile, from inputs: [Tile]) {
    let source = inputs[0]
    let rect = output.rect
    for y in rect.minY..<rect.maxY {
      let row = output.row(y: y, from: rect.minX, count: rect.width)
      let first = source.pixel(0, x: rect.minX, y: y)
      for i in 0..<rect.width {
        let result = kernel.process(
          PixelNeighborhood(
            red: first + i, planeCount: source.planeCount, rowLength: source.rect.width, reach: reach,
            x: rect.minX &+ i, y: y))
        row.red[i] = result.x
        row.green[i] = result.y
        row.blue[i] = result.z
        row.alpha[i] = result.w
      }
    }
  }
}
