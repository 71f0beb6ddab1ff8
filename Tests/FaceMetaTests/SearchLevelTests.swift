import Imaging
import Testing

@testable import FaceMeta

@Suite struct SearchLevelTests {
  private func level(_ size: PixelSize) -> SearchLevel {
    let picture = UprightPicture(PixelBuffer(size: size, format: .rgba8), orientation: .up)
    return SearchLevel(DetectionLevel(size: size, tile: 192, overlap: 44), picture: picture)
  }

  private func place(_ x: Int, _ y: Int, _ score: Float) -> FaceRegionNetwork.Place {
    FaceRegionNetwork.Place(point: SIMD2(Float(x), Float(y)), score: score)
  }

  @Test(arguments: [PixelSize(width: 1008, height: 756), PixelSize(width: 700, height: 100)])
  func `every face is contained in a window`(size: PixelSize) {
    for y in stride(from: 3, to: size.height, by: 29) {
      for x in stride(from: 3, to: size.width, by: 31) {
        var level = level(size)
        level.restrict(to: [place(x, y, 0.1)])
        // 40 pixels, less where the picture ends.
        let face = PixelRect(x: x - 20, y: y - 20, width: 40, height: 40).intersection(PixelRect(size))
        #expect(level.regions.count == 1)
        #expect(level.regions.allSatisfy { $0.contains(face) && PixelRect(size).contains($0) }, "\(x), \(y)")
      }
    }
  }

  /// The windows of a level, those first that are searched in any case.
  private func windows(_ level: SearchLevel) -> [PixelRect] { level.regions + level.furtherWindows }

  @Test func `each of several adjacent faces is contained in some window`() {
    let size = PixelSize(width: 1008, height: 756)
    var level = level(size)
    let places = (0..<40).map { place(100 + 17 * $0, 300 + 3 * $0, 0.9 - 0.01 * Float($0 * 7 % 40)) }
    level.restrict(to: places)
    for place in places {
      let face = PixelRect(x: Int(place.point.x) - 20, y: Int(place.point.y) - 20, width: 40, height: 40)
      #expect(windows(level).contains { $0.contains(face) }, "\(place.point)")
    }
    #expect(windows(level).count < places.count / 2)
  }

  @Test func `without predicted faces there are no windows`() {
    var level = level(PixelSize(width: 1008, height: 756))
    #expect(level.regions.count == 35 && !level.isRestricted)
    level.restrict(to: [])
    #expect(windows(level).isEmpty && level.isRestricted)
  }

  @Test func `all certain positions are searched, and the best of the doubtful ones`() {
    // Places too far from each other for one window.
    let places = (0..<140).map { (x: 70 + 140 * ($0 % 14), y: 70 + 140 * ($0 / 14)) }
    func shown(_ score: (Int) -> Float) -> Set<Int> {
      var level = level(PixelSize(width: 2016, height: 1512))
      level.restrict(to: places.enumerated().map { place($1.x, $1.y, score($0)) })
      let shown = places.indices.filter { index in
        windows(level).contains { $0.contains(PixelRect(x: places[index].x, y: places[index].y, width: 1, height: 1)) }
      }
      #expect(shown.count == windows(level).count)
      return Set(shown)
    }
    let limit = FaceAnalysisSettings.doubtfulWindows
    #expect(shown { _ in 0.4 }.count == 140)
    #expect(shown { 0.1 + 0.001 * Float($0) } == Set((140 - limit.some)..<140))
    let more = limit.some + Int(limit.perSure * 48)
    #expect(shown { $0 < 48 ? 0.9 : 0.1 + 0.001 * Float($0) } == Set(0..<48).union((140 - more)..<140))
  }

  @Test(arguments: [(leading: 0, others: 30), (5, 30), (30, 0), (0, 2)])
  func `the most certain positions and a few others are searched first, the rest if they show a face`(
    leading: Int, others: Int
  ) {
    var level = level(PixelSize(width: 2016, height: 1512))
    let score = FaceAnalysisSettings.leadingRegionScore
    level.restrict(
      to: (0..<leading + others).map { index in
        place(70 + 140 * (index % 14), 70 + 140 * (index / 14), index < leading ? score + 0.01 : score - 0.01)
      })
    let first = leading + min(others, FaceAnalysisSettings.doubtfulWindows.some)
    #expect(level.regions.count == first)
    #expect(level.furtherWindows.count == leading + others - first)
  }
}
