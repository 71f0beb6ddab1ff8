import CPixelKernels
import Imaging

/// An 8-bit matte stretched over a rectangle at least as large, bilinearly between the centres of its samples.
struct MatteSource: SourceOperation {
  private let pixels: PixelBuffer
  private let rect: PixelRect
  /// For every column of the rectangle the sample to its left and how far beyond that its centre lies.
  private let columns: [Int32]
  private let fractions: [Float]

  /// - Precondition: `pixels` is of format `l8`.
  init(_ pixels: PixelBuffer, rect: PixelRect) {
    self.pixels = pixels
    self.rect = rect
    var columns: [Int32] = []
    var fractions: [Float] = []
    for x in 0..<rect.width {
      let (index, fraction) = MatteSource.sample(x, of: rect.width, in: pixels.width)
      columns.append(Int32(index))
      fractions.append(fraction)
    }
    self.columns = columns
    self.fractions = fractions
  }

  /// The sample before the centre of pixel `position` and the fraction of the one after it.
  private static func sample(_ position: Int, of count: Int, in samples: Int) -> (Int, Float) {
    let place = (Double(position) + 0.5) * Double(samples) / Double(count) - 0.5
    let clamped = min(max(place, 0), Double(samples - 1))
    // The last sample is never the one before, so that there is always one after, unless there is only one.
    let index = max(0, min(Int(clamped), samples - 2))
    return (index, Float(clamped - Double(index)))
  }

  var name: String { "matte \(pixels.size) to \(rect.size)" }
  func extent(of inputs: [Extent]) -> Extent { Extent(rect) }
  func isOpaque(_ inputs: [ImageNode]) -> Bool { true }

  func withMemory(_ body: (UnsafeRawPointer?) -> Void) {
    pixels.withUnsafeBytes { body($0.baseAddress) }
  }

  func fill(_ row: PixelRow, from memory: UnsafeRawPointer?) {
    guard let memory else { return }
    let (line, fraction) = MatteSource.sample(row.y - rect.y, of: rect.height, in: pixels.height)
    let next = min(line + 1, pixels.height - 1)
    let first = row.x - rect.x
    let samples = memory.assumingMemoryBound(to: UInt8.self)
    columns.withUnsafeBufferPointer { columns in
      fractions.withUnsafeBufferPointer { fractions in
        guard let columns = columns.baseAddress, let fractions = fractions.baseAddress else { return }
        pk_interpolate_l8(
          row.green, samples + line * pixels.rowBytes, samples + next * pixels.rowBytes, pixels.width, fraction,
          row.count, columns + first, fractions + first)
      }
    }
    row.spreadGreen()
    if row.needed.contains(.alpha) { row.alpha.update(repeating: 1, count: row.count) }
  }
}
