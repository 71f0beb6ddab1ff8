import Glibc

/// Tells whether a small picture is another one that was turned and moved: a camera that is rolled or swung quickly
/// changes every pixel, as a cut does.
///
/// Turns and shifts are tried one after the other, which is dear, but is done only where there seems to be a cut.
struct CameraMotion: Sendable {
  private let width: Int
  private let height: Int

  /// How alike the pictures must be where they overlap. Of 60 pairs of different photos one was by chance; all of 30 photos
  /// that were turned by 15 degrees were, and nine in ten of those turned by up to 25 and moved by a tenth of their width.
  private static let leastCorrelation: Float = 0.92
  /// Degrees.
  private static let mostTurn = 30
  private static let turnStep = 3
  /// Pixels, across and down.
  private static let mostShift = (x: 8, y: 6)
  private static let shiftStep = 2
  /// Of the picture, what must be seen before and after.
  private static let leastOverlap: Float = 0.55
  /// Levels of 255: what varies less looks like anything.
  private static let leastDeviation: Float = 2

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Whether a motion of the camera makes the one picture of the other; each is its luma, row after row.
  func explains(_ now: [Float], from before: [Float]) -> Bool {
    guard now.count == width * height, before.count == now.count else { return false }
    // Blurred, so that a step between two turns that are tried matters less.
    let (now, before) = (blurred(now), blurred(before))
    for turn in stride(from: -Self.mostTurn, through: Self.mostTurn, by: Self.turnStep) {
      let places = turned(by: Float(turn) * .pi / 180)
      for y in stride(from: -Self.mostShift.y, through: Self.mostShift.y, by: Self.shiftStep) {
        for x in stride(from: -Self.mostShift.x, through: Self.mostShift.x, by: Self.shiftStep)
        where correlation(now, before, at: places, shift: SIMD2(Int32(x), Int32(y))) >= Self.leastCorrelation {
          return true
        }
      }
    }
    return false
  }

  /// Where each pixel is when the picture is turned round its middle.
  private func turned(by angle: Float) -> [SIMD2<Int32>] {
    let (c, s) = (cosf(angle), sinf(angle))
    let middle = SIMD2(Float(width - 1) / 2, Float(height - 1) / 2)
    return (0..<width * height).map { index in
      let place = SIMD2(Float(index % width), Float(index / width)) - middle
      let other = SIMD2(c * place.x - s * place.y, s * place.x + c * place.y) + middle
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
    guard count >= Self.leastOverlap * Float(now.count) else { return -1 }
    let variance = (own / count - sum * sum / (count * count), other / count - otherSum * otherSum / (count * count))
    let norm = max(0, variance.0 * variance.1).squareRoot()
    guard norm >= Self.leastDeviation * Self.leastDeviation else { return -1 }
    return (product / count - sum * otherSum / (count * count)) / norm
  }

  /// The mean of each pixel and its neighbours.
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
