import Glibc
import Imaging
import Kernels

/// The background's evidence of people in a frame: for each cell of a grid, the logarithm of the factor on the
/// network's odds of a person.
struct BackgroundEvidence: Sendable {
  let grid: PixelSize
  /// Below 0 where a cell shows its background, above 0 where it differs from it, 0 where the background is not known.
  private(set) var logOdds: [Float]

  /// The least probability that evidence can raise. The network is never more certain than this that there is no
  /// person.
  static let leastProbability: Float = 0.001

  /// The probability of a person, with the evidence `logOdds` beside the network's probability (Bayes' rule, as if both
  /// were independent).
  static func probability(_ probability: Float, with logOdds: Float) -> Float {
    let known = logOdds > 0 ? max(probability, leastProbability) : probability
    let weighed = known * expf(logOdds)
    return weighed / (1 - known + weighed)
  }

  /// The share of a part's cells that the network itself must classify as a person.
  private static let support = 0.3

  init(grid: PixelSize, logOdds: [Float]) {
    precondition(logOdds.count == grid.area)
    (self.grid, self.logOdds) = (grid, logOdds)
  }

  /// The evidence without parts that the network hardly classifies as people: a passing car differs from the street,
  /// too.
  ///
  /// - Parameter portrait: the network's probability of a person for each cell.
  func supported(by portrait: [Float]) -> BackgroundEvidence {
    var result = self
    var isOpen = portrait.indices.map { index in
      // Evidence against a person opens no cell that the network leaves closed.
      (logOdds[index] > 0 || portrait[index] > 0.5) && Self.probability(portrait[index], with: logOdds[index]) > 0.5
    }
    var part: [Int] = []
    for first in isOpen.indices where isOpen[first] {
      // A part is a connected component: its cells are removed from the open ones.
      part.removeAll(keepingCapacity: true)
      part.append(first)
      isOpen[first] = false
      var (next, seen) = (0, 0)
      while next < part.count {
        let cell = part[next]
        next += 1
        if portrait[cell] > 0.5 { seen += 1 }
        let (x, y) = (cell % grid.width, cell / grid.width)
        for row in max(0, y - 1)...min(grid.height - 1, y + 1) {
          for column in max(0, x - 1)...min(grid.width - 1, x + 1) where isOpen[row * grid.width + column] {
            isOpen[row * grid.width + column] = false
            part.append(row * grid.width + column)
          }
        }
      }
      guard Double(seen) < Self.support * Double(part.count) else { continue }
      for cell in part { result.logOdds[cell] = min(result.logOdds[cell], 0) }
    }
    return result
  }

  /// Weighs a prediction with the evidence. Hair and skin are lowered with the portrait, and not raised.
  ///
  /// - Parameters:
  ///   - planes: probabilities, one plane for each ``MatteChannel``; changed in place.
  ///   - region: the region that they show, as a fraction of the frame.
  func apply(to planes: inout PlanarBuffer<Float>, in region: NormalizedRect) {
    let size = planes.size
    let columns = CellPlace.places(size.width, from: region.x, length: region.width, in: grid.width)
    let rows = CellPlace.places(size.height, from: region.y, length: region.height, in: grid.height)
    let portrait = MatteChannel.portrait.rawValue * size.area
    planes.samples.withUnsafeMutableBufferPointer { samples in
      logOdds.withUnsafeBufferPointer { logOdds in
        for y in 0..<size.height {
          let (above, below) = (rows[y].first &* grid.width, rows[y].second &* grid.width)
          for x in 0..<size.width {
            let column = columns[x]
            let top = Self.mixed(logOdds[above &+ column.first], logOdds[above &+ column.second], column.fraction)
            let bottom = Self.mixed(logOdds[below &+ column.first], logOdds[below &+ column.second], column.fraction)
            let evidence = Self.mixed(top, bottom, rows[y].fraction)
            guard abs(evidence) > 0.01 else { continue }
            let place = y &* size.width &+ x
            let before = samples[portrait &+ place]
            let after = Self.probability(before, with: evidence)
            samples[portrait &+ place] = after
            guard after < before else { continue }
            for plane in [MatteChannel.hair, .skin] {
              samples[plane.rawValue &* size.area &+ place] *= after / before
            }
          }
        }
      }
    }
  }

  private static func mixed(_ a: Float, _ b: Float, _ fraction: Float) -> Float { a + (b - a) * fraction }
}
