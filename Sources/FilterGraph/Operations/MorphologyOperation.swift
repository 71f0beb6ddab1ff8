import CPixelKernels
import Imaging

/// The largest or smallest value of each premultiplied component within a shape made of rows. Outside the image there
/// is transparent black.
struct MorphologyOperation: RegionOperation {
  enum Choice: String, Sendable { case maximum, minimum }

  /// Shapes are no larger.
  static let largestRadius = 512.0

  private let choice: Choice
  /// The horizontal reach of each row of the shape, from the top.
  private let reaches: [Int]
  /// The extent of the image; nil if it is infinite. A shape's part beyond it need not be read.
  private let picture: PixelRect?

  /// The pixels whose centres lie within `radius`, which is at least 0.
  init(_ choice: Choice, radius: Double, in extent: Extent) {
    self.choice = choice
    let radius = min(radius, MorphologyOperation.largestRadius)
    let rows = Int(radius)
    reaches = (-rows...rows).map { Int((radius * radius - Double($0 * $0)).squareRoot()) }
    picture = extent.rect
  }

  /// A line of `2 reach + 1` pixels to either side, or up and down.
  init(_ choice: Choice, columns: Int, rows: Int, in extent: Extent) {
    self.choice = choice
    reaches = [Int](repeating: columns, count: 2 * rows + 1)
    picture = extent.rect
  }

  private var down: Int { reaches.count / 2 }
  private var across: Int { reaches.max() ?? 0 }

  var name: String { "morphology \(choice) \(2 * across + 1)x\(reaches.count)" }

  func extent(of inputs: [Extent]) -> Extent {
    guard choice == .maximum, let rect = inputs[0].rect, !rect.isEmpty else { return inputs[0] }
    return Extent(grown(rect))
  }

  private func grown(_ rect: PixelRect) -> PixelRect {
    PixelRect(
      x: rect.x - across, y: rect.y - down, width: rect.width + 2 * across, height: rect.height + 2 * down)
  }

  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect {
    let across = across(for: region)
    let lines = lines(for: region)
    return PixelRect(
      x: region.x - across, y: lines.lowerBound, width: region.width + 2 * across, height: lines.count)
  }

  /// How far pixels to either side of `region` contribute: at most to one beyond the image's edge.
  private func across(for region: PixelRect) -> Int {
    guard let picture else { return across }
    return min(across, max(region.maxX - picture.minX, picture.maxX - region.minX, 0))
  }

  /// The rows of the image that contribute to `region`.
  private func lines(for region: PixelRect) -> Range<Int> {
    let all = (region.minY - down)..<(region.maxY + down)
    guard let picture else { return all }
    return all.clamped(to: picture.minY..<max(picture.minY, picture.maxY))
  }

  func render(into output: Tile, from inputs: [Tile]) {
    let rect = output.rect
    let across = across(for: rect)
    let lines = lines(for: rect)
    let length = rect.width + 2 * across
    var levels = 1
    while 1 << levels <= 2 * across + 1 { levels += 1 }
    for y in rect.minY..<rect.maxY {
      // A shape that reaches beyond the first or the last row contains transparent black.
      let isBeyond = picture.map { y - down < $0.minY || y + down >= $0.maxY } ?? false
      let start: Float = isBeyond ? 0 : choice == .maximum ? -.infinity : .infinity
      for plane in 0..<4 { output.pixel(plane, x: rect.minX, y: y).update(repeating: start, count: rect.width) }
    }
    withUnsafeTemporaryAllocation(of: Float.self, capacity: levels * length) { memory in
      guard let pyramid = memory.baseAddress else { return }
      for plane in 0..<4 {
        for line in lines {
          pyramid.update(from: inputs[0].pixel(plane, x: rect.minX - across, y: line), count: length)
          add(plane, line, pyramid, levels, length, across, to: output)
        }
      }
    }
  }

  /// Adds one row of the input to all rows of the output that it contributes to. Level `k` of the pyramid has the
  /// extremum of `2^k` pixels from each on, so that two of them cover any length.
  private func add(
    _ plane: Int, _ line: Int, _ pyramid: UnsafeMutablePointer<Float>, _ levels: Int, _ length: Int, _ across: Int,
    to output: Tile
  ) {
    let choose: Int32 = choice == .maximum ? 1 : 0
    var level = 1
    while level < levels {
      let below = pyramid + (level - 1) * length
      let step = 1 << (level - 1)
      pk_choose(pyramid + level * length, below, below + step, max(0, length - 2 * step + 1), choose)
      level += 1
    }
    let rect = output.rect
    for y in max(rect.minY, line - down)..<min(rect.maxY, line + down + 1) {
      let reach = min(reaches[line + down - y], across)
      let run = 2 * reach + 1
      let level = Int.bitWidth - 1 - run.leadingZeroBitCount
      let first = pyramid + level * length + (across - reach)
      pk_choose_among(
        output.pixel(plane, x: rect.minX, y: y), first, first + (run - 1 << level), rect.width, choose)
    }
  }
}
