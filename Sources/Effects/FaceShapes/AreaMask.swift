import FilterGraph
import Imaging

/// A mask that is white inside outlines: rasterized in memory no larger than needed, with a recipe from there.
enum AreaMask {
  /// The longest side of the raster; larger areas are rasterized smaller and stretched, because their edges are soft.
  private static let longestSide = 1024.0
  /// Lines of samples in a row of pixels.
  private static let linesPerRow = 4

  /// The area within an odd number of the outlines, which are in pixels of the picture, with an edge softened by a
  /// Gaussian of `softness` pixels. Outside `area`, and if nothing is enclosed, it is black.
  static func image(_ outlines: [[Point]], in area: PixelRect, softness: Double = 0) -> Image {
    let points = outlines.joined()
    let xs = points.map(\.x)
    let ys = points.map(\.y)
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max(),
      [left, right, top, bottom].allSatisfy({ abs($0) < 1e6 })
    else { return .empty }
    let box = PixelRect(
      x: Int(left.rounded(.down)), y: Int(top.rounded(.down)),
      width: Int(right.rounded(.up)) - Int(left.rounded(.down)),
      height: Int(bottom.rounded(.up)) - Int(top.rounded(.down))
    ).intersection(area.outset(by: Int((3 * softness).rounded(.up)) + 1))
    guard !box.isEmpty else { return .empty }
    let scale = min(1, longestSide / Double(max(box.width, box.height)))
    let size = PixelSize(
      width: max(1, Int((Double(box.width) * scale).rounded(.up))),
      height: max(1, Int((Double(box.height) * scale).rounded(.up))))
    let moved = outlines.map { outline in
      outline.map { Point(x: ($0.x - Double(box.x)) * scale, y: ($0.y - Double(box.y)) * scale) }
    }
    let drawn = Image(PixelBuffer(size: size, format: .l8, colorSpace: .linearGray, bytes: coverage(of: moved, size)))
      .transformed(
        by: AffineTransform2D.scale(x: 1 / scale, y: 1 / scale).then(
          .translation(x: Double(box.x), y: Double(box.y))))
    return softness > 0.2 ? drawn.applying(.gaussianBlur(radius: softness)) : drawn
  }

  /// The coverage of each pixel, exact along x, in four lines a row.
  static func coverage(of outlines: [[Point]], _ size: PixelSize) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size.area)
    var row = [Float](repeating: 0, count: size.width)
    for y in 0..<size.height {
      for index in row.indices { row[index] = 0 }
      for line in 0..<linesPerRow {
        let height = Double(y) + (Double(line) + 0.5) / Double(linesPerRow)
        let crossings = crossings(of: outlines, at: height)
        for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
          add(from: crossings[pair], to: crossings[pair + 1], into: &row)
        }
      }
      for x in 0..<size.width {
        bytes[y * size.width + x] = UInt8((row[x] / Float(linesPerRow)).clamped(to: 0...1) * 255 + 0.5)
      }
    }
    return bytes
  }

  /// The intersections of a horizontal line with the outlines, in order.
  private static func crossings(of outlines: [[Point]], at y: Double) -> [Double] {
    var crossings: [Double] = []
    for outline in outlines {
      guard var last = outline.last else { continue }
      for point in outline {
        if (last.y <= y) != (point.y <= y) {
          crossings.append(last.x + (y - last.y) / (point.y - last.y) * (point.x - last.x))
        }
        last = point
      }
    }
    return crossings.sorted()
  }

  private static func add(from left: Double, to right: Double, into row: inout [Float]) {
    let (left, right) = (max(left, 0), min(right, Double(row.count)))
    guard right > left else { return }
    let (first, last) = (Int(left), min(Int(right), row.count - 1))
    for x in first...last {
      row[x] += Float(min(right, Double(x + 1)) - max(left, Double(x)))
    }
  }
}
