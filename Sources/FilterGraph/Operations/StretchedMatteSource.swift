import CPixelKernels
import Imaging

/// An 8-bit matte stretched over a rectangle at least as large, bilinearly between the centres of its samples.
struct StretchedMatteSource: SourceOperation {
  private let pixels: PixelBuffer
  private let rect: PixelRect
  /// For every column of the rectangle the sample to its left and the fraction beyond its centre.
  private let columns: [Int32]
  private let fractions: [Float]

  /// - Precondition: `pixels` is of format `l8`.
  init(_ pixels: PixelBuffer, rect: PixelRect) {
    self.pixels = pixels
    self.rect = rect
    var columns: [Int32] = []
    var fractions: [Float] = []
    for x in 0..<rect.width {
      let (index, fraction) = StretchedMatteSource.sample(x, of: rect.width, in: pixels.width)
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
    // The last sample is never the left one, so that there always is a right one, unless there is only one sample.
    let index = max(0, min(Int(clamped), samples - 2))
    return (index, Float(clamped - Double(index)))
  }

  var name: String { "matte \(pixels.size) to \(rect.size)" }
  func extent(of inputs: [Extent]) -> Extent { Extent(rect) }
  func isOpaque(_ inputs: [ImageNode]) -> Bool { true }

  /// The part of `area` outside of which the matte is 0: where samples above 0 contribute.
  func nonzeroBounds(in area: PixelRect) -> PixelRect {
    let area = area.intersection(rect)
    if area.isEmpty { return .empty }
    let places = area.minX - rect.x..<area.maxX - rect.x
    // A pixel between two samples is computed from both.
    let samples = Int(columns[places.lowerBound])..<min(Int(columns[places.upperBound - 1]) + 2, pixels.width)
    let lines = line(area.minY)..<min(line(area.maxY - 1) + 2, pixels.height)
    guard let nonzero = nonzeroSamples(columns: samples, rows: lines) else { return .empty }
    let rows = area.minY..<area.maxY
    let left = StretchedMatteSource.partitionPoint(of: places) { Int(columns[$0]) + 1 >= nonzero.minX }
    let right = StretchedMatteSource.partitionPoint(of: places) { Int(columns[$0]) >= nonzero.maxX }
    let top = StretchedMatteSource.partitionPoint(of: rows) { line($0) + 1 >= nonzero.minY }
    let bottom = StretchedMatteSource.partitionPoint(of: rows) { line($0) >= nonzero.maxY }
    return PixelRect(x: rect.x + left, y: top, width: right - left, height: bottom - top)
  }

  /// The row of samples above the centres of a row of the rectangle.
  private func line(_ y: Int) -> Int { StretchedMatteSource.sample(y - rect.y, of: rect.height, in: pixels.height).0 }

  /// The partition point of a range by a condition; the end if no element is in the second part.
  private static func partitionPoint(of range: Range<Int>, where isSecond: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isSecond(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The samples above 0 and those between them; nil if there are none.
  private func nonzeroSamples(columns: Range<Int>, rows: Range<Int>) -> PixelRect? {
    pixels.withUnsafeBytes { bytes in
      func row(_ y: Int) -> NonzeroSearch {
        NonzeroSearch(UnsafeRawBufferPointer(rebasing: bytes[y * pixels.rowBytes..<y * pixels.rowBytes + pixels.width]))
      }
      guard let top = rows.first(where: { row($0).first(in: columns) != nil }),
        let bottom = rows.last(where: { row($0).first(in: columns) != nil })
      else { return nil }
      // In each row, only the pixels outside the known part.
      var (left, right) = (columns.upperBound, columns.lowerBound)
      for y in top...bottom {
        left = row(y).first(in: columns.lowerBound..<left) ?? left
        right = row(y).last(in: max(left, right)..<columns.upperBound).map { $0 + 1 } ?? right
      }
      return PixelRect(x: left, y: top, width: right - left, height: bottom + 1 - top)
    }
  }

  var readsMemory: Bool { true }

  func withMemory(_ body: (UnsafeRawPointer?) -> Void) {
    pixels.withUnsafeBytes { body($0.baseAddress) }
  }

  func fill(_ row: PixelRow, from memory: UnsafeRawPointer?) {
    guard let memory else { return }
    let (line, fraction) = StretchedMatteSource.sample(row.y - rect.y, of: rect.height, in: pixels.height)
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
