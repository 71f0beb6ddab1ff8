import Imaging

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
