import CPixelKernels
import Imaging

/// A picture on a coarse grid that starts at the origin, each cell a weighted mean of the pixels in and around it.
struct GridReduction: RegionOperation {
  private let side: Int
  /// The weights along a line, beginning `lead` pixels before the cell; they sum to 1.
  private let weights: [Float]
  private let lead: Int
  let name: String
  /// Whether the input is opaque everywhere, so that alpha is exactly 1, and not written.
  private var keepsOpaque = false

  /// Cells that are the plain means of their blocks.
  static func blocks(side: Int) -> GridReduction {
    GridReduction(
      side: side, weights: [Float](repeating: 1 / Float(side), count: side), lead: 0, name: "blocks \(side)x\(side)")
  }

  /// Cells weighted by a tent two cells wide, for an even side: a pixel's light is shared between the cells round it so
  /// that its amount and its centroid are kept. Alpha of an opaque input is not read.
  static func tents(side: Int, keepsOpaque: Bool) -> GridReduction {
    let weights = (0..<(2 * side)).map { index in
      (Double(side) - abs(Double(index) + 0.5 - Double(side))) / Double(side * side)
    }
    var reduction = GridReduction(
      side: side, weights: weights.map { Float($0) }, lead: side / 2, name: "tents \(side)x\(side)")
    reduction.keepsOpaque = keepsOpaque
    return reduction
  }

  private init(side: Int, weights: [Float], lead: Int, name: String) {
    self.side = side
    self.weights = weights
    self.lead = lead
    self.name = name
  }

  func isOpaque(_ inputs: [ImageNode]) -> Bool { keepsOpaque }

  private var reach: Int { weights.count - side - lead }
  private func cell(_ value: Int) -> Int { value >= 0 ? value / side : -((side - 1 - value) / side) }

  func extent(of inputs: [Extent]) -> Extent {
    guard let rect = inputs[0].rect else { return .infinite }
    if rect.isEmpty { return .empty }
    let left = cell(rect.minX - reach)
    let top = cell(rect.minY - reach)
    return Extent(
      PixelRect(
        x: left, y: top, width: cell(rect.maxX - 1 + lead) + 1 - left, height: cell(rect.maxY - 1 + lead) + 1 - top))
  }

  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect {
    PixelRect(
      x: region.x * side - lead, y: region.y * side - lead, width: region.width * side + lead + reach,
      height: region.height * side + lead + reach)
  }

  var writesParts: Bool { true }

  func render(into output: Tile, from inputs: [Tile]) {
    let source = inputs[0]
    let rect = output.rect
    let width = rect.width * side + lead + reach
    let offsets = weights.indices.map { $0 * source.rect.width }
    withUnsafeTemporaryAllocation(of: Float.self, capacity: width) { line in
      guard let line = line.baseAddress else { return }
      for plane in 0..<(keepsOpaque ? 3 : 4) {
        for y in rect.minY..<rect.maxY {
          let first = source.pixel(plane, x: rect.minX * side - lead, y: y * side - lead)
          pk_convolve(line, first, width, offsets, weights, weights.count)
          pk_reduce(output.pixel(plane, x: rect.minX, y: y), line, rect.width, side, weights, weights.count)
        }
      }
    }
  }
}
