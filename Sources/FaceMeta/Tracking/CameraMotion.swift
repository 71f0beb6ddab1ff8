import Glibc

/// Decides whether one thumbnail is a rotated and shifted version of another. A camera that is rolled or panned quickly
/// changes every pixel, as a cut does.
///
/// Turns and shifts are tried exhaustively. This is slow, but runs only where a cut is suspected.
struct CameraMotion: Sendable {
  private let width: Int
  private let height: Int

  /// Minimum correlation where the pictures overlap. Of 60 pairs of different photos one reached it by chance; of 30
  /// photos turned by 15 degrees all did, and nine in ten of those turned by up to 25 degrees and moved by a tenth of
  /// their width.
  private static let minimumCorrelation: Float = 0.92
  /// The largest rotation that is searched, in degrees.
  private static let maximumTurn = 30
  private static let turnStep = 3
  /// The largest shift that is searched, in pixels across and down.
  private static let maximumShift = (x: 8, y: 6)
  private static let shiftStep = 2
  /// Minimum fraction of the picture that is visible before and after the motion.
  private static let minimumOverlap: Float = 0.55
  /// Minimum standard deviation, in levels of 255: below it correlation is meaningless.
  private static let minimumDeviation: Float = 2

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Whether a motion of the camera turns one picture into the other; each is given as luma, row by row.
  func explains(_ now: [Float], from before: [Float]) -> Bool {
    guard now.count == width * height, before.count == now.count else { return false }
    // Blurred, so that a motion between two steps correlates too.
    let (now, before) = (blurred(now), blurred(before))
    for turn in stride(from: -Self.maximumTurn, through: Self.maximumTurn, by: Self.turnStep) {
      let places = turned(by: Float(turn) * .pi / 180)
      for y in stride(from: -Self.maximumShift.y, through: Self.maximumShift.y, by: Self.shiftStep) {
        for x in stride(from: -Self.maximumShift.x, through: Self.maximumShift.x, by: Self.shiftStep)
        where correlation(now, before, at: places, shift: SIMD2(Int32(x), Int32(y))) >= Self.minimumCorrelation {
          return true
        }
      }
    }
    return false
  }

  /// The place of each pixel after the picture is rotated about its center.
  private func turned(by angle: Float) -> [SIMD2<Int32>] {
    let (c, s) = (cosf(angle), sinf(angle))
    let center = SIMD2(Float(width - 1) / 2, Float(height - 1) / 2)
    return (0..<width * height).map { index in
      let place = SIMD2(Float(index % width), Float(index / width)) - center
      let other = SIMD2(c * place.x - s * place.y, s * place.x + c * place.y) + center
      return SIMD2(Int32(other.x.rounded()), Int32(other.y.rounded()))
    }
  }

  private func correlation(
    _ now: [Float], _ before: [Float], at places: [SIMD2<Int32>], shift: SIMD2<Int32>
  ) -> Float {
    var (count, sum, otherSum): (Float, Float, Float) = (0, 0, 0)
    var (product, own, other): (Float, Float, Float) = (0, 0, 0)
    for index in now.indices {
      let place = places[index] &+ shift
      guard place.x >= 0, place.x < width, place.y >= 0, place.y < height else { continue }
      let (a, b) = (now[index], before[Int(place.y) &* width &+ Int(place.x)])
      count += 1
      sum += a
      otherSum += b
      product += a * b
      own += a * a
      other += b * b
    }
    guard count >= Self.minimumOverlap * Float(now.count) else { return -1 }
    let variance = (own / count - sum * sum / (count * count), other / count - otherSum * otherSum / (count * count))
    let norm = max(0, variance.0 * variance.1).squareRoot()
    guard norm >= Self.minimumDeviation * Self.minimumDeviation else { return -1 }
    return (product / count - sum * otherSum / (count * count)) / norm
  }

  /// The mean of each pixel and its neighbors.
  private func blurred(_ picture: [Float]) -> [Float] {
    (0..<picture.count).map { index in
      let (x, y) = (index % width, index / width)
      var (sum, count): (Float, Float) = (0, 0)
      for v in max(0, y - 1)...min(height - 1, y + 1) {
        for u in max(0, x - 1)...min(width - 1, x + 1) {
          sum += picture[v * width + u]
          count += 1
        }
      }
      return sum / count
    }
  }
}
