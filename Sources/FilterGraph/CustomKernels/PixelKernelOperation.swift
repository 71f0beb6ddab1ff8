/// A kernel as an operation of the graph.
struct PixelKernelOperation<Kernel: PixelKernel>: PixelOperation {
  private let kernel: Kernel

  init(_ kernel: Kernel) { self.kernel = kernel }

  var name: String { kernel.name }
  var wantsStraightAlpha: Bool { kernel.wantsStraightAlpha }
  var changesAlpha: Bool { kernel.changesAlpha }

  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
    let keepsAlpha = !kernel.changesAlpha
    for i in 0..<row.count {
      let pixel = SIMD4(row.red[i], row.green[i], row.blue[i], row.alpha[i])
      let result = kernel.process(pixel, x: row.x &+ i, y: row.y)
      row.red[i] = result.x
      row.green[i] = result.y
      row.blue[i] = result.z
      if !keepsAlpha { row.alpha[i] = result.w }
    }
  }
}
