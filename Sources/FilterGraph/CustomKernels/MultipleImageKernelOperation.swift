import Imaging

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
