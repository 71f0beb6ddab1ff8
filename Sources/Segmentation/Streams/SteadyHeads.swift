import Glibc
import Imaging
import Kernels

/// Steadies hair and skin of moving heads: the network's prediction of hair may come and go from frame to frame.
///
/// A place of the head that looks as in the frame before keeps most of its earlier hair and skin. Places are those of a
/// ``HeadGrid``, which follows the face; its cells are large, so that the outline is the frame's own.
struct SteadyHeads: Sendable {
  private var heads: [Int: Head] = [:]

  /// The time constant with which hair and skin follow the frames' own, in seconds (63 %).
  private static let timeConstant = 0.3
  /// Seconds after which a head that is not seen is forgotten.
  private static let longestAbsence = 0.5
  /// The difference of colours up to which a cell looks as before, in levels, and the span within which it stops to.
  private static let same: (most: Float, span: Float) = (6, 14)
  /// The largest correction that is no correction, in levels.
  private static let least: Float = 0.5

  /// A head in the last frame that showed it.
  private struct Head {
    var roll: Angle?
    var absence = 0.0
    var colors: [SIMD4<Float>]
    /// Hair and skin of each cell, in levels.
    var mattes: [SIMD2<Float>]
  }

  /// The corrections of hair and skin of a head's cells, in levels.
  private struct Correction {
    let grid: HeadGrid
    let values: [SIMD2<Float>]
  }

  /// Steadies the mattes of a frame.
  ///
  /// - Parameters:
  ///   - planes: one for each ``MatteChannel``; hair and skin are changed in place, and stay within the portrait.
  ///   - picture: the upright half-size picture, of the planes' size and format `rgba8`.
  ///   - faces: the faces in it. Those without an ID are ignored.
  ///   - elapsed: seconds since the last frame.
  mutating func steady(
    _ planes: inout PlanarBuffer<UInt8>, of picture: PixelBuffer, faces: [Face], elapsed: Double
  ) {
    var corrections: [Correction] = []
    for id in heads.keys { heads[id]?.absence += max(elapsed, 0) }
    for face in faces {
      guard let id = face.id else { continue }
      let before = heads[id]
      let roll = face.roll ?? before?.roll
      guard let grid = HeadGrid(face, roll: roll, in: picture.size) else { continue }
      var (colors, mattes) = grid.cells(of: picture, planes)
      var values = [SIMD2<Float>](repeating: .zero, count: mattes.count)
      if let before, before.absence <= Self.longestAbsence {
        let kept = Float(exp(-before.absence / Self.timeConstant))
        let same = Self.sameness(colors, before.colors)
        for index in mattes.indices { values[index] = (before.mattes[index] - mattes[index]) * kept * same[index] }
        for index in mattes.indices { mattes[index] += values[index] }
      }
      heads[id] = Head(roll: roll, colors: colors, mattes: mattes)
      corrections.append(Correction(grid: grid, values: values))
    }
    heads = heads.filter { $0.value.absence <= Self.longestAbsence }
    Self.apply(corrections, to: &planes)
  }

  /// Whether each cell looks as before, `0...1`: less where its neighbours do not.
  private static func sameness(_ now: [SIMD4<Float>], _ before: [SIMD4<Float>]) -> [Float] {
    let own = zip(now, before).map { now, before in
      1 - BackgroundModel.ramp(now.largestDifference(from: before) - same.most, over: same.span)
    }
    let size = PixelSize(width: HeadGrid.side, height: HeadGrid.side)
    return zip(own, BoxMean.values(of: own, size: size, radius: 1)).map { min($0, $1) }
  }

  /// Adds corrections to hair and skin. Where heads are near each other, the nearer one's counts.
  private static func apply(_ corrections: [Correction], to planes: inout PlanarBuffer<UInt8>) {
    let isNeeded = corrections.contains { correction in
      correction.values.contains { max(abs($0.x), abs($0.y)) > least }
    }
    guard isNeeded else { return }
    let size = planes.size
    planes.samples.withUnsafeMutableBufferPointer { samples in
      // Each band writes its own rows.
      nonisolated(unsafe) let samples = samples
      RowBands(height: size.height).concurrentPerform { rows in
        var sums = [SIMD4<Float>](repeating: .zero, count: size.width)
        for y in rows {
          let near = corrections.filter { abs($0.grid.middle.y - Float(y)) <= $0.grid.radius }
          guard !near.isEmpty else { continue }
          for x in sums.indices { sums[x] = .zero }
          for correction in near { add(correction, to: &sums, row: y) }
          for x in sums.indices where sums[x].z > 0 {
            change(samples, at: y &* size.width &+ x, area: size.area, by: sums[x] / sums[x].z)
          }
        }
      }
    }
  }

  /// Adds a row of a head's corrections of hair and skin, times their weight, and the weight.
  private static func add(_ correction: Correction, to sums: inout [SIMD4<Float>], row y: Int) {
    let (grid, side) = (correction.grid, HeadGrid.side)
    let first = min(max(Int(grid.middle.x - grid.radius), 0), sums.count)
    let last = min(max(Int(grid.middle.x + grid.radius) + 1, first), sums.count)
    correction.values.withUnsafeBufferPointer { values in
      for x in first..<last {
        let position = grid.position(of: SIMD2(Float(x) + 0.5, Float(y) + 0.5))
        let weight = HeadGrid.weight(at: position)
        guard weight > 0, position.min() >= 0, position.max() < Float(side - 1) else { continue }
        let cell = Int(position.y) &* side &+ Int(position.x)
        let fraction = position - position.rounded(.down)
        let top = values[cell] + (values[cell &+ 1] - values[cell]) * fraction.x
        let bottom = values[cell &+ side] + (values[cell &+ side &+ 1] - values[cell &+ side]) * fraction.x
        let value = (top + (bottom - top) * fraction.y) * weight
        let priority = weight * weight * weight * weight
        sums[x] += SIMD4(value.x, value.y, 1, 0) * priority
      }
    }
  }

  /// Corrects hair and skin of a pixel, which together stay within the portrait.
  private static func change(
    _ samples: UnsafeMutableBufferPointer<UInt8>, at index: Int, area: Int, by correction: SIMD4<Float>
  ) {
    guard max(abs(correction.x), abs(correction.y)) > least else { return }
    let hair = MatteChannel.hair.rawValue &* area &+ index
    let skin = MatteChannel.skin.rawValue &* area &+ index
    let portrait = Float(samples[MatteChannel.portrait.rawValue &* area &+ index])
    var h = min(max(Float(samples[hair]) + correction.x, 0), portrait)
    var s = min(max(Float(samples[skin]) + correction.y, 0), portrait)
    if h + s > portrait { (h, s) = (h * portrait / (h + s), s * portrait / (h + s)) }
    samples[hair] = UInt8(h.rounded(.down))
    samples[skin] = UInt8(s.rounded(.down))
  }
}
