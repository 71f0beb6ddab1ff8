import Glibc
import Imaging
import Kernels

/// A square grid of cells over a head, which moves, turns and grows with the face: a cell shows about the same place of
/// the head in each frame.
struct HeadGrid: Sendable {
  /// The number of cells, a side.
  static let side = 64
  /// The side of the grid, in longer sides of the face's bounds (eyebrows to lips): the head with long hair.
  private static let extent: Float = 4.5
  /// The distance of the grid's middle above that of the face, as a fraction of the grid's side.
  private static let rise: Float = 0.1
  /// The part of the grid's radius over which its weight falls to 0.
  private static let fading: Float = 0.45
  /// The largest number of samples of a cell, a side.
  private static let mostSamples = 4

  /// The middle of the grid, in pixels.
  let middle: SIMD2<Float>
  /// From one cell to the next along a row, in pixels.
  private let across: SIMD2<Float>
  /// From one row to the next, in pixels.
  private var down: SIMD2<Float> { SIMD2(-across.y, across.x) }
  /// The side of a cell, in pixels.
  private let cell: Float

  /// The grid for a face in a picture of `size`; nil if the face has no size.
  init?(_ face: Face, roll: Angle?, in size: PixelSize) {
    let (width, height) = (face.bounds.width * Double(size.width), face.bounds.height * Double(size.height))
    let x = face.bounds.midX * Double(size.width)
    let y = face.bounds.midY * Double(size.height)
    let side = max(width, height) * Double(Self.extent)
    guard side >= 8, side < 1e6, abs(x) < 1e6, abs(y) < 1e6 else { return nil }
    cell = Float(side) / Float(Self.side)
    let roll = Float(roll?.radians ?? 0)
    across = SIMD2(cosf(roll), sinf(roll)) * cell
    middle = SIMD2(Float(x), Float(y)) - SIMD2(-sinf(roll), cosf(roll)) * Self.rise * Float(side)
  }

  /// The distance from the middle beyond which the grid has no weight, in pixels.
  var radius: Float { cell * Float(Self.side) / 2 }

  /// The place of a position in cells, in pixels; the middle of the first cell is at 0.
  private func place(_ column: Float, _ row: Float) -> SIMD2<Float> {
    let half = Float(Self.side - 1) / 2
    return middle + across * (column - half) + down * (row - half)
  }

  /// The position of a place in cells; the middle of the first cell is at 0.
  func position(of place: SIMD2<Float>) -> SIMD2<Float> {
    let (offset, length) = (place - middle, cell * cell)
    let half = Float(Self.side - 1) / 2
    return SIMD2((offset * across).sum() / length + half, (offset * down).sum() / length + half)
  }

  /// The weight of a position in cells: 1 in the middle, 0 from the grid's radius on.
  static func weight(at position: SIMD2<Float>) -> Float {
    let offset = (position - Float(side - 1) / 2) / (Float(side) / 2)
    let rest = min(max((1 - (offset * offset).sum().squareRoot()) / fading, 0), 1)
    return rest * rest * (3 - 2 * rest)
  }

  /// The means of a picture's colours, in levels, and of its hair and skin in each cell. Outside, the picture continues
  /// as at its edge.
  ///
  /// - Parameters:
  ///   - picture: the picture, of format `rgba8`.
  ///   - planes: one for each ``MatteChannel``, of the picture's size.
  func cells(
    of picture: PixelBuffer, _ planes: PlanarBuffer<UInt8>
  ) -> (colors: [SIMD4<Float>], mattes: [SIMD2<Float>]) {
    let (size, rowBytes, side) = (picture.size, picture.rowBytes, Self.side)
    precondition(picture.format == .rgba8 && planes.size == size)
    let hair = MatteChannel.hair.rawValue * size.area
    let skin = MatteChannel.skin.rawValue * size.area
    let count = min(Int(cell.rounded(.up)) + 1, Self.mostSamples)
    let offsets = (0..<count).map { (Float($0) + 0.5) / Float(count) - 0.5 }
    let scale = 1 / Float(count * count)
    var colors = [SIMD4<Float>](repeating: .zero, count: side * side)
    var mattes = [SIMD2<Float>](repeating: .zero, count: side * side)
    picture.withUnsafeBytes { bytes in
      planes.samples.withUnsafeBufferPointer { planes in
        for row in 0..<side {
          for column in 0..<side {
            var (color, matte) = (SIMD4<Float>.zero, SIMD2<Float>.zero)
            for dy in offsets {
              for dx in offsets {
                let place = place(Float(column) + dx, Float(row) + dy)
                let x = min(max(Int(place.x), 0), size.width &- 1)
                let y = min(max(Int(place.y), 0), size.height &- 1)
                let (pixel, index) = (y &* rowBytes &+ 4 &* x, y &* size.width &+ x)
                color += SIMD4(Float(bytes[pixel]), Float(bytes[pixel &+ 1]), Float(bytes[pixel &+ 2]), 0)
                matte += SIMD2(Float(planes[hair &+ index]), Float(planes[skin &+ index]))
              }
            }
            colors[row &* side &+ column] = color * scale
            mattes[row &* side &+ column] = matte * scale
          }
        }
      }
    }
    return (colors, mattes)
  }
}
