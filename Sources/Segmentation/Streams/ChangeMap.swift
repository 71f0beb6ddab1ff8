import Glibc
import Imaging

/// The change of a stream's picture: a grid of cells with their earlier mean colours, compared with those of the new
/// frame.
///
/// The mean over a cell removes most sensor noise. What remains is estimated from the frame itself, as the median of
/// all cells' differences. Earlier colours follow slowly where nothing changes, so that a slow drift adds up until it
/// exceeds the noise.
struct ChangeMap: Sendable {
  /// The side of a cell, in pixels of a matte.
  static let cellSide = 4
  /// Differences up to this are noise in any picture, in levels of `0...255` of the component that differs most.
  private static let calm: Float = 1.5
  /// Noise as a multiple of the median difference, and its maximum in levels.
  private static let noise: (factor: Float, most: Float) = (3, 6)
  /// From this fraction of changed cells on, the frame starts a new scene.
  private static let cutFraction = 0.7
  /// The factor by which changes decay faster than colours follow. The first matte behind a person who has moved on
  /// still shows a little of them. Without this memory it would fade only as slowly as noise does.
  private static let forgetting: Float = 4

  let grid: PixelSize
  /// The earlier red, green and blue of each cell, in levels.
  private var colors: [SIMD4<Float>] = []
  /// The change of each cell, `0...1`, with decay.
  private var remembered: [Float] = []

  init(grid: PixelSize) { self.grid = grid }

  /// The number of cells across and down for mattes of `size`.
  static func gridSize(for size: PixelSize) -> PixelSize {
    PixelSize(width: (size.width + cellSide - 1) / cellSide, height: (size.height + cellSide - 1) / cellSide)
  }

  /// The weights of a frame's mattes beside those of earlier frames; nil for the first frame and after a cut.
  ///
  /// - Parameters:
  ///   - picture: the picture, of format `rgba8`, one pixel for each cell, in the mattes' coordinate space.
  ///   - elapsed: the time since the last frame, in time constants.
  mutating func weights(of picture: PixelBuffer, elapsed: Double) -> BlendWeights? {
    let rate = Float(1 - exp(-max(elapsed, 0)))
    return changes(to: picture, rate: rate).map { BlendWeights(changes: $0, grid: grid, rate: rate) }
  }

  /// The change of each cell, `0...1`, including its neighbours' and recent changes; nil for the first frame and after
  /// a cut.
  ///
  /// - Parameters:
  ///   - picture: the picture, of format `rgba8`, one pixel for each cell.
  ///   - rate: how far the earlier colours follow where nothing changes, `0...1`.
  mutating func changes(to picture: PixelBuffer, rate: Float) -> [Float]? {
    precondition(picture.format == .rgba8 && picture.size == grid)
    let now = picture.cellColors
    guard colors.count == now.count else {
      colors = now
      remembered = [Float](repeating: 0, count: now.count)
      return nil
    }
    let differences = zip(now, colors).map { $0.largestDifference(from: $1) }
    let low = min(max(Self.calm, Self.median(of: differences) * Self.noise.factor), Self.noise.most)
    let changes = differences.map { min(max(($0 - low) / (low + 1), 0), 1) }
    let changed = changes.reduce(into: 0) { if $1 > 0.5 { $0 += 1 } }
    guard Double(changed) <= Self.cutFraction * Double(changes.count) else {
      colors = now
      remembered = [Float](repeating: 0, count: now.count)
      return nil
    }
    let fading = powf(1 - rate, Self.forgetting)
    for index in colors.indices {
      let weight = rate + (1 - rate) * changes[index]
      colors[index] += (now[index] - colors[index]) * weight
      remembered[index] = max(changes[index], remembered[index] * fading)
    }
    return Self.grown(remembered, grid)
  }

  /// The median difference, to a quarter of a level; the least value if there are none.
  static func median(of differences: some Sequence<Float>) -> Float {
    var counts = [Int](repeating: 0, count: 1024)
    var total = 0
    for difference in differences {
      counts[min(max(Int(difference * 4), 0), 1023)] += 1
      total += 1
    }
    var sum = 0
    for (level, count) in counts.enumerated() {
      sum += count
      if sum * 2 >= total { return (Float(level) + 0.5) / 4 }
    }
    return 0
  }

  /// The maximum of each cell and its eight neighbours: the soft edges of mattes move with their objects.
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
