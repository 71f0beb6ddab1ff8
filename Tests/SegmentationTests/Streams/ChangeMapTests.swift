import Imaging
import Kernels
import Testing

@testable import Segmentation

@Suite struct ChangeMapTests {
  private let center = SIMD2<Float>(80, 64)

  private func share(of changes: [Float]?) throws -> Float {
    let changes = try #require(changes)
    return changes.reduce(0, +) / Float(changes.count)
  }

  @Test(arguments: [Float(0), 8])
  func `noise is no change`(noise: Float) throws {
    var movie = DrawnMovie()
    movie.noise = noise
    var map = ChangeMap(grid: ChangeMap.gridSize(for: movie.size.half))
    let first = map.changes(to: try movie.picture(center: center).cells(), rate: 0.15)
    #expect(first == nil)
    for _ in 0..<4 {
      let changes = map.changes(to: try movie.picture(center: center).cells(), rate: 0.15)
      #expect(try share(of: changes) < 0.01)
    }
  }

  @Test func `both where a mover was and where it is have changed, and the rest has not`() throws {
    var movie = DrawnMovie()
    var map = ChangeMap(grid: ChangeMap.gridSize(for: movie.size.half))
    _ = map.changes(to: try movie.picture(center: SIMD2(40, 64)).cells(), rate: 0.15)
    let changes = try #require(map.changes(to: try movie.picture(center: SIMD2(120, 64)).cells(), rate: 0.15))
    func change(x: Int, y: Int) -> Float { changes[y / 8 * map.grid.width + x / 8] }
    #expect(change(x: 40, y: 64) == 1 && change(x: 120, y: 64) == 1)
    #expect(change(x: 80, y: 12) == 0 && change(x: 4, y: 120) == 0)
  }

  @Test func `a slow drift accumulates until it is detected`() throws {
    var movie = DrawnMovie()
    movie.noise = 0
    var map = ChangeMap(grid: ChangeMap.gridSize(for: movie.size.half))
    var most: Float = 0
    for frame in 0..<15 {
      // Little more than half a pixel of the mattes a frame.
      let position = SIMD2<Float>(80 + 1.2 * Float(frame), 64)
      let changes = map.changes(to: try movie.picture(center: position).cells(), rate: 0.02)
      most = max(most, changes?.max() ?? 0)
    }
    #expect(most == 1)
  }

  @Test func `another picture is a cut`() throws {
    var (movie, other) = (DrawnMovie(), DrawnMovie(seed: 99))
    var map = ChangeMap(grid: ChangeMap.gridSize(for: movie.size.half))
    _ = map.changes(to: try movie.picture(center: center).cells(), rate: 0.15)
    let changes = map.changes(to: try other.picture(center: center).cells(), rate: 0.15)
    #expect(changes == nil)
    let after = map.changes(to: try other.picture(center: center).cells(), rate: 0.15)
    #expect(try share(of: after) < 0.01)
  }
}
