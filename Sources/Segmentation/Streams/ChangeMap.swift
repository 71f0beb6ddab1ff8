import Imaging

/// Where a stream's picture has changed: a grid of cells with their mean colours as they were, against those of now.
///
/// The mean over a cell takes most of the sensor's noise away; how much of it is left is read off the frame itself, as the
/// median of all cells' differences. The colours as they were follow slowly where nothing changes, so that a slow drift
/// adds up until it is seen.
struct ChangeMap: Sendable {
  /// Pixels of a matte that a cell is wide and high.
  static let cellSide = 4
  /// A difference (levels of 0...255, the component that differs most) that is surely noise, however calm the picture.
  private static let calm: Float = 1.5
  /// Times the median difference that is taken for noise, and the most levels that are.
  private static let noise: (factor: Float, most: Float) = (3, 6)
  /// From more than this share of changed cells on, the picture is another one.
  private static let cutShare = 0.7

  let grid: PixelSize
  /// Red, green and blue of each cell as they were.
  private var colors: [SIMD4<Float>] = []

  init(grid: PixelSize) { self.grid = grid }

  /// The cells for mattes of `size`.
  static func gridSize(for size: PixelSize) -> PixelSize {
    PixelSize(width: (size.width + cellSide - 1) / cellSide, height: (size.height + cellSide - 1) / cellSide)
  }

  /// How much each cell has changed, `0...1`, where its neighbours' change counts too; nil where there is nothing to
  /// compare with: for the first picture, and after a cut.
  ///
  /// - Parameters:
  ///   - picture: of format `rgba8`, a pixel a cell.
  ///   - rate: how far the colours as they were follow where nothing changes, `0...1`.
  mutating func changes(to picture: PixelBuffer, rate: Float) -> [Float]? {
    precondition(picture.format == .rgba8 && picture.size == grid)
    let now = Self.colors(of: picture)
    guard colors.count == now.count else {
      colors = now
      return nil
    }
    let differences = zip(now, colors).map { now, before in
      let difference = now - before
      return max(abs(difference.x), abs(difference.y), abs(difference.z))
    }
    let low = min(max(Self.calm, Self.median(of: differences) * Self.noise.factor), Self.noise.most)
    let changes = differences.map { min(max(($0 - low) / (low + 1), 0), 1) }
    let changed = changes.reduce(into: 0) { if $1 > 0.5 { $0 += 1 } }
    guard Double(changed) <= Self.cutShare * Double(changes.count) else {
      colors = now
      return nil
    }
    for index in colors.indices {
      let share = rate + (1 - rate) * changes[index]
      colors[index] += (now[index] - colors[index]) * share
    }
    return Self.grown(changes, grid)
  }

  private static func colors(of picture: PixelBuffer) -> [SIMD4<Float>] {
    var result: [SIMD4<Float>] = []
    result.reserveCapacity(picture.size.area)
    picture.withUnsafeBytes { bytes in
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          let pixel = y &* picture.rowBytes &+ 4 &* x
          result.append(SIMD4(Float(bytes[pixel]), Float(bytes[pixel &+ 1]), Float(bytes[pixel &+ 2]), 0))
        }
      }
    }
    return result
  }

  /// The median to a quarter of a level; differences are those of levels of 0...255.
  private static func median(of differences: [Float]) -> Float {
    var counts = [Int](repeating: 0, count: 1024)
    for difference in differences { counts[min(max(Int(difference * 4), 0), 1023)] += 1 }
    var sum = 0
    for (level, count) in counts.enumerated() {
      sum += count
      if sum * 2 >= differences.count { return (Float(level) + 0.5) / 4 }
    }
    return 0
  }

  /// The greatest of each cell and its eight neighbours: mattes have soft edges, which belong to what moves.
  private static func grown(_ values: [Float], _ size: PixelSize) -> [Float] {
    var rows = values
    var result = values
    for y in 0..<size.height {
      let row = y &* size.width
      for x in 0..<size.width {
        rows[row &+ x] = max(
          values[row &+ max(0, x &- 1)], values[row &+ x], values[row &+ min(size.width &- 1, x &+ 1)])
      }
    }
    for y in 0..<size.height {
      let (above, row, below) = (
        max(0, y &- 1) &* size.width, y &* size.width, min(size.height &- 1, y &+ 1) &* size.width
      )
      for x in 0..<size.width { result[row &+ x] = max(rows[above &+ x], rows[row &+ x], rows[below &+ x]) }
    }
    return result
  }
}
