import CPixelKernels
import Imaging

/// The mean over a line of pixels to both sides, or above and below, with fractional weights at its ends.
///
/// Sums are built from sums of two, four, eight pixels and so on, which are the same for every tile.
struct BoxOperation: RegionOperation {
  enum Axis: String, Sendable { case rows, columns }

  private let axis: Axis
  private let reach: Int
  private let inner: Float
  private let edge: Float
  private let keepsOpaque: Bool

  /// - Parameters:
  ///   - radius: above 0; a fraction of a pixel has a fractional weight.
  ///   - keepsOpaque: whether the input is opaque everywhere.
  init(_ axis: Axis, radius: Double, keepsOpaque: Bool) {
    self.axis = axis
    reach = max(1, Int(radius.rounded(.up)))
    let fraction = radius - Double(reach - 1)
    let sum = Double(2 * reach - 1) + 2 * fraction
    inner = Float(1 / sum)
    edge = Float(fraction / sum)
    self.keepsOpaque = keepsOpaque
  }

  var name: String { "box \(2 * reach + 1) \(axis)" }
  func extent(of inputs: [Extent]) -> Extent {
    guard let rect = inputs[0].rect, !rect.isEmpty else { return inputs[0] }
    return Extent(regionOfInterest(for: rect, input: 0))
  }
  func isOpaque(_ inputs: [ImageNode]) -> Bool { keepsOpaque }

  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect {
    axis == .rows
      ? PixelRect(x: region.x - reach, y: region.y, width: region.width + 2 * reach, height: region.height)
      : PixelRect(x: region.x, y: region.y - reach, width: region.width, height: region.height + 2 * reach)
  }

  var writesParts: Bool { true }

  func render(into output: Tile, from inputs: [Tile]) {
    let source = inputs[0]
    let rect = output.rect
    let taps = 2 * reach + 1
    let room = axis == .rows ? 3 * (rect.width + taps) : 192 * (rect.height + taps)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: room) { scratch in
      for plane in 0..<(keepsOpaque ? 3 : 4) {
        if axis == .columns {
          pk_box_columns(
            output.plane(plane), output.rowLength, source.pixel(plane, x: rect.minX, y: rect.minY - reach),
            source.rect.width, rect.width, rect.height, taps, inner, edge, scratch.baseAddress)
        } else {
          for y in rect.minY..<rect.maxY {
            pk_box_row(
              output.pixel(plane, x: rect.minX, y: y), source.pixel(plane, x: rect.minX - reach, y: y), rect.width,
              taps, inner, edge, scratch.baseAddress)
          }
        }
      }
    }
    if keepsOpaque { output.fill(3, with: 1) }
  }
}
