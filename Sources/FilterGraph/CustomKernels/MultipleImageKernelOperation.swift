import Imaging

/// A kernel as an operation of the graph.
struct MultipleImageKernelOperation<Kernel: MultipleImageKernel>: PixelOperation {
  let kernel: Kernel
  let count: Int

  var name: String { kernel.name }
  var changesAlpha: Bool { true }
  func extent(of inputs: [Extent]) -> Extent { kernel.extent(of: inputs) }

  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
    withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>.self, capacity: 4 * count) { planes in
      for image in 0..<count {
        let source = image == 0 ? row : others[image - 1]
        planes.initializeElement(at: 4 * image, to: source.red)
        planes.initializeElement(at: 4 * image + 1, to: source.green)
        planes.initializeElement(at: 4 * image + 2, to: source.blue)
        planes.initializeElement(at: 4 * image + 3, to: source.alpha)
      }
      guard let planes = UnsafePointer(planes.baseAddress) else { return }
      for i in 0..<row.count {
        let result = kernel.process(PixelsOfImages(planes: planes, index: i, count: count), x: row.x &+ i, y: row.y)
        row.red[i] = result.x
        row.green[i] = result.y
        row.blue[i] = result.z
        row.alpha[i] = result.w
      }
    }
  }
}
