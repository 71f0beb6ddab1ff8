import Imaging

/// A filter's arithmetic for one pixel from those of several images at its place, in Swift: implement it to make a filter
/// of your own (Core Image's `CIColorKernel` with more than one sampler, `CIBlendKernel`).
///
/// The graph fuses it with its neighbours in a chain and renders it by tiles on all cores: components are linear (extended
/// linear sRGB) and premultiplied; beyond an image everything is transparent. The result must depend on nothing but the
/// kernel, the pixels and their place. Called from several threads.
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
  /// What the render plan prints; the type's name if not given.
  var name: String { get }
  /// The premultiplied red, green, blue and alpha at column `x` and row `y` (y down).
  func process(_ pixels: PixelsOfImages, x: Int, y: Int) -> SIMD4<Float>
  /// Where the result has pixels, given where each image has; where the first has if not given.
  func extent(of images: [Extent]) -> Extent
}

extension MultipleImageKernel {
  public var name: String { "\(Self.self)" }
  public func extent(of images: [Extent]) -> Extent { images.first ?? .empty }
}

/// The pixels of several images at one place. Valid only while a kernel is called with it.
public struct PixelsOfImages {
  let first: PixelRow
  let others: UnsafePointer<PixelRow>
  let index: Int
  /// How many images there are.
  public let count: Int

  /// The premultiplied pixel of an image: 0 is the one that the kernel is applied to, 1 the first of the others.
  public subscript(image: Int) -> SIMD4<Float> {
    precondition((0..<count).contains(image), "a kernel reads only the images that it is given")
    let row = image == 0 ? first : others[image - 1]
    return SIMD4(row.red[index], row.green[index], row.blue[index], row.alpha[index])
  }
}

extension Image {
  /// This image through a kernel that sees other images too.
  public func applying(_ kernel: some MultipleImageKernel, with others: [Image]) -> Image {
    Image(
      ImageNode(
        MultipleImageKernelOperation(kernel: kernel, count: others.count + 1), [node] + others.map(\.node)))
  }
}

/// A kernel as an operation of the graph.
struct MultipleImageKernelOperation<Kernel: MultipleImageKernel>: PixelOperation {
  let kernel: Kernel
  let count: Int

  var name: String { kernel.name }
  var changesAlpha: Bool { true }
  func extent(of inputs: [Extent]) -> Extent { kernel.extent(of: inputs) }

  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
    for i in 0..<row.count {
      let result = kernel.process(
        PixelsOfImages(first: row, others: others, index: i, count: count), x: row.x &+ i, y: row.y)
      row.red[i] = result.x
      row.green[i] = result.y
      row.blue[i] = result.z
      row.alpha[i] = result.w
    }
  }
}
