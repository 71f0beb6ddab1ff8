import Imaging

/// The largest or smallest value of each premultiplied component within a shape made of rows. Beyond the image there is
/// transparent black.
struct MorphologyOperation: RegionOperation {
  enum Choice: String, Sendable { case maximum, minimum }

  /// Shapes are no larger.
  static let largestRadius = 512.0

  private let choice: Choice
  /// For every row of the shape, from the top, how far it reaches to either side.
  private let reaches: [Int]

  /// The pixels whose centres lie within `radius`, which is at least 0.
  init(_ choice: Choice, radius: Double) {
    self.choice = choice
    let radius = min(radius, MorphologyOperation.largestRadius)
    let rows = Int(radius)
    reaches = (-rows...rows).map { Int((radius * radius - Double($0 * $0)).squareRoot()) }
  }

  /// A line of `2 reach + 1` pixels to either side, or up and down.
  init(_ choice: Choice, columns: Int, rows: Int) {
    self.choice = choice
    reaches = [Int](repeating: columns, count: 2 * rows + 1)
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

  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect { grown(region) }

  func render(into output: Tile, from inputs: [Tile]) {
    let length = output.rect.width + 2 * across
    var levels = 1
    while 1 << levels <= 2 * across + 1 { levels += 1 }
    let start: Float = choice == .maximum ? -.infinity : .infinity
    output.base.update(repeating: start, count: 4 * output.planeCount)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: levels * length) { memory in
      guard let pyramid = memory.baseAddress else { return }
      for plane in 0..<4 {
        for line in (output.rect.minY - down)..<(output.rect.maxY + down) {
          pyramid.update(
            from: inputs[0].pixel(plane, x: output.rect.minX - across, y: line), count: length)
          if choice == .maximum {
            add(plane, line, pyramid, levels, length, to: output) { $0 > $1 ? $0 : $1 }
          } else {
            add(plane, line, pyramid, levels, length, to: output) { $0 < $1 ? $0 : $1 }
          }
        }
      }
    }
  }

  /// Takes one row of the input into all rows of the output that it reaches. Level `k` of the pyramid holds the choice
  /// among `2^k` pixels from each on, so that two of them make any length.
  @inline(__always)
  private func add(
    _ plane: Int, _ line: Int, _ pyramid: UnsafeMutablePointer<Float>, _ levels: Int, _ length: Int,
    to output: Tile, _ choose: (Float, Float) -> Float
  ) {
    var level = 1
    while level < levels {
      let below = pyramid + (level - 1) * length
      let own = pyramid + level * length
      let step = 1 << (level - 1)
      for i in 0..<max(0, length - 2 * step + 1) { own[i] = choose(below[i], below[i &+ step]) }
      level += 1
    }
    for (index, reach) in reaches.enumerated() {
      let y = line + down - index
      guard y >= output.rect.minY, y < output.rect.maxY else { continue }
      let run = 2 * reach + 1
      var level = 0
      while 1 << (level + 1) <= run { level += 1 }
      let first = pyramid + level * length + (across - reach)
      let second = first + (run - 1 << level)
      let target = output.pixel(plane, x: output.rect.minX, y: y)
      for i in 0..<output.rect.width { target[i] = choose(target[i], choose(first[i], second[i])) }
    }
  }
}
