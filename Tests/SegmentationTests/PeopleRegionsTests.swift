import Imaging
import Kernels
import Testing

@testable import Segmentation

@Suite struct PeopleRegionsTests {
  private let size = PixelSize(width: 640, height: 360)
  private let grid = PixelSize(width: 256, height: 144)

  /// A network's answer that sees people in `rects`, in pixels of ``size``.
  private func answer(_ rects: PixelRect...) -> CoarsePrediction {
    var planes = PlanarBuffer<Float>(repeating: 0, size: grid, planeCount: 3)
    for rect in rects {
      for y in rect.minY * grid.height / size.height..<rect.maxY * grid.height / size.height {
        for x in rect.minX * grid.width / size.width..<rect.maxX * grid.width / size.width {
          planes.samples[2 * grid.area + y * grid.width + x] = 0.9
        }
      }
    }
    return CoarsePrediction(
      planes: planes, guide: PixelBuffer(size: grid, format: .rgba8, colorSpace: .sRGB), inputSize: grid, presence: 0.7)
  }

  /// A frame's prediction in which people fill these rectangles, in pixels of the frame.
  private func shown(_ rects: PixelRect...) -> [ShownPrediction] {
    var planes = PlanarBuffer<Float>(repeating: 0, size: size, planeCount: MatteChannel.allCases.count)
    for rect in rects {
      for y in rect.minY..<rect.maxY {
        for x in rect.minX..<rect.maxX {
          planes.samples[MatteChannel.portrait.rawValue * size.area + y * size.width + x] = 0.9
        }
      }
    }
    let guide = PixelBuffer(size: size, format: .rgba8, colorSpace: .sRGB)
    return [
      ShownPrediction(
        prediction: CoarsePrediction(planes: planes, guide: guide, inputSize: size), rect: PixelRect(size))
    ]
  }

  @Test func `the first frame is predicted whole, and then the people found are shown with their surroundings`() throws
  {
    var regions = PeopleRegions(size: size)
    #expect(regions.needsWholePrediction && regions.rects.isEmpty)
    let person = PixelRect(x: 300, y: 100, width: 60, height: 180)
    regions.update(by: answer(person))
    let rect = try #require(regions.rects.first)
    #expect(rect.contains(person.outset(by: 20)) && rect.size.area < size.area / 2)
    #expect(!regions.needsWholePrediction && regions.presence == 0.7)
  }

  @Test func `the region stays while a person moves a little, and follows a person who moves on`() throws {
    var regions = PeopleRegions(size: size)
    var person = PixelRect(x: 200, y: 100, width: 60, height: 180)
    regions.update(by: answer(person))
    let first = try #require(regions.rects.first)
    person.x += 12
    regions.follow(shown(person))
    #expect(regions.rects == [first])
    for _ in 0..<20 {
      person.x += 12
      regions.follow(shown(person))
      #expect(try #require(regions.rects.first).contains(person.outset(by: 17)))
    }
    #expect(regions.rects != [first])
  }

  @Test func `people are followed in the parts that were predicted, whatever the size of the network's input`() throws {
    var regions = PeopleRegions(size: size)
    regions.update(by: answer(PixelRect(x: 300, y: 100, width: 60, height: 180)))
    let part = try #require(regions.rects.first)
    // The person fills the middle half of the part's prediction.
    var prediction = answer()
    for y in grid.height / 4..<grid.height * 3 / 4 {
      for x in grid.width / 4..<grid.width * 3 / 4 {
        prediction.planes.samples[MatteChannel.portrait.rawValue * grid.area + y * grid.width + x] = 0.9
      }
    }
    let moved = PixelRect(x: 20, y: part.y, width: part.width, height: part.height)
    regions.follow([ShownPrediction(prediction: prediction, rect: moved)])
    let middle = PixelRect(
      x: moved.x + moved.width / 4, y: moved.y + moved.height / 4, width: moved.width / 2, height: moved.height / 2)
    let rect = try #require(regions.rects.first)
    #expect(rect.contains(middle) && rect.maxX < moved.maxX + moved.width / 2)
  }

  @Test func `a person who enters elsewhere is found by the next whole prediction`() throws {
    var regions = PeopleRegions(size: size)
    let (person, other) = (
      PixelRect(x: 100, y: 100, width: 60, height: 180), PixelRect(x: 300, y: 120, width: 60, height: 180)
    )
    regions.update(by: answer(person))
    regions.follow(shown(person))
    #expect(!regions.needsWholePrediction)
    regions.follow(shown(person))
    #expect(regions.needsWholePrediction)
    regions.update(by: answer(person, other))
    #expect(try #require(regions.rects.first).contains(other))
  }

  @Test func `if people fill the frame, or nobody is there, the frame is shown whole`() {
    var regions = PeopleRegions(size: size)
    regions.update(by: answer(PixelRect(x: 20, y: 20, width: 600, height: 340)))
    #expect(regions.rects.isEmpty && !regions.needsWholePrediction)
    regions.update(by: answer())
    regions.follow(shown(.empty))
    #expect(regions.rects.isEmpty && !regions.needsWholePrediction)
  }

  @Test func `a speck is no person, and a small person is shown with a margin`() throws {
    var regions = PeopleRegions(size: size)
    regions.update(by: answer(PixelRect(x: 100, y: 100, width: 3, height: 3)))
    #expect(regions.rects.isEmpty)
    regions.follow(shown(PixelRect(x: 100, y: 100, width: 10, height: 24)))
    let rect = try #require(regions.rects.first)
    #expect(min(rect.width, rect.height) >= 120)
  }

  @Test func `a person cut off by the region's edge is shown whole in the same frame`() throws {
    var regions = PeopleRegions(size: size)
    regions.update(by: answer(PixelRect(x: 300, y: 100, width: 60, height: 180)))
    let first = try #require(regions.rects.first)
    // The prediction of a region with a person at its right edge.
    func part(_ people: (_ x: Int, _ y: Int) -> Bool) -> CoarsePrediction {
      var part = answer()
      for y in 0..<grid.height {
        for x in 0..<grid.width where people(x, y) { part.planes.samples[2 * grid.area + y * grid.width + x] = 0.9 }
      }
      return part
    }
    let inside = part { x, y in (100..<150).contains(x) && (20..<120).contains(y) }
    var grows = regions.grow(0, for: inside)
    #expect(!grows && regions.rects == [first])
    let noise = part { x, y in x == grid.width - 1 && y == 70 }
    grows = regions.grow(0, for: noise)
    #expect(!grows)
    let cut = part { x, y in x > 200 && (20..<120).contains(y) }
    grows = regions.grow(0, for: cut)
    let grown = try #require(regions.rects.first)
    #expect(grows && grown.maxX >= first.maxX + 50 && grown.minX == first.minX)
    // The next whole prediction does not make it smaller again.
    regions.update(by: answer())
    #expect(try #require(regions.rects.first).contains(grown))
    // The frame's own edges cut everybody.
    regions = PeopleRegions(size: size)
    regions.update(by: answer(PixelRect(x: 580, y: 120, width: 60, height: 160)))
    #expect(regions.rects.first?.maxX == size.width)
    grows = regions.grow(0, for: cut)
    #expect(!grows)
  }

  @Test func `a face of a person whom the prediction misses is shown with its shoulders`() throws {
    var regions = PeopleRegions(size: size)
    let face = Face(bounds: NormalizedRect(x: 0.4, y: 0.3, width: 0.05, height: 0.1))
    regions.update(by: answer(), faces: [face])
    let rect = try #require(regions.rects.first)
    #expect(rect.contains(PixelRect(x: 230, y: 80, width: 90, height: 130)))
  }

  @Test func `people who stand apart have separate regions, and a common one once they meet`() throws {
    var regions = PeopleRegions(size: size)
    let left = PixelRect(x: 40, y: 120, width: 40, height: 120)
    var right = PixelRect(x: 560, y: 100, width: 50, height: 160)
    regions.update(by: answer(left, right))
    #expect(regions.rects.count == 2)
    #expect(try #require(regions.rects.first).contains(left) && #require(regions.rects.last).contains(right))
    while right.x > 60 {
      right.x -= 20
      regions.follow(shown(left, right))
      #expect(!regions.rects.isEmpty)
      for person in [left, right] { #expect(regions.rects.contains { $0.contains(person) }) }
      if let last = regions.rects.dropFirst().first {
        #expect(regions.rects.count == 2 && regions.rects[0].intersection(last).isEmpty)
      }
    }
    #expect(regions.rects.count == 1)
  }

  /// The regions of two people who stand apart.
  private func regions(of left: PixelRect, _ right: PixelRect) throws -> PeopleRegions {
    var regions = PeopleRegions(size: size)
    regions.follow(shown(left, right))
    try #require(regions.rects.count == 2)
    return regions
  }

  /// Otherwise the whole frame and the regions would be shown in turns, and mattes flicker.
  @Test func `a whole prediction that shows people with larger extents leaves their regions in place`() throws {
    var regions = try regions(
      of: PixelRect(x: 110, y: 44, width: 96, height: 310), PixelRect(x: 430, y: 37, width: 119, height: 318))
    let rects = regions.rects
    regions.update(
      by: answer(
        PixelRect(x: 105, y: 18, width: 160, height: 342), PixelRect(x: 425, y: 36, width: 140, height: 324)))
    #expect(regions.rects == rects)
  }

  @Test func `somebody whom only a whole prediction shows is added to the regions, which stay in place`() throws {
    let (left, right) = (
      PixelRect(x: 60, y: 120, width: 40, height: 120), PixelRect(x: 560, y: 120, width: 40, height: 120)
    )
    var regions = try regions(of: left, right)
    let rects = regions.rects
    let third = PixelRect(x: 320, y: 120, width: 40, height: 120)
    regions.update(by: answer(left, third, right))
    #expect(regions.rects.count == 3 && rects.allSatisfy(regions.rects.contains))
    #expect(regions.rects.contains { $0.contains(third) })
    // A fourth leaves no region for each.
    regions.update(by: answer(left, third, right, PixelRect(x: 320, y: 330, width: 24, height: 30)))
    #expect(regions.rects.count <= 3)
  }

  @Test func `a small thing that only a whole prediction shows is not added to several regions, a face is`() throws {
    let (left, right) = (
      PixelRect(x: 60, y: 120, width: 40, height: 120), PixelRect(x: 440, y: 120, width: 40, height: 120)
    )
    var regions = try regions(of: left, right)
    let rects = regions.rects
    let thing = PixelRect(x: 600, y: 320, width: 15, height: 10)
    regions.update(by: answer(left, right, thing))
    #expect(regions.rects == rects)
    let face = Face(bounds: thing.normalized(in: size), confidence: 0.9)
    regions.update(by: answer(left, right, thing), faces: [face])
    #expect(regions.rects.contains { $0.contains(thing) })
  }

  @Test func `people of a photo share one region`() throws {
    var regions = PeopleRegions(size: size, maximumCount: 1)
    let people = [PixelRect(x: 40, y: 120, width: 40, height: 120), PixelRect(x: 300, y: 100, width: 50, height: 160)]
    regions.update(by: answer(people[0], people[1]))
    let rect = try #require(regions.rects.first)
    #expect(regions.rects.count == 1 && people.allSatisfy(rect.contains))
  }

  @Test func `a region that grows into another is merged with it`() throws {
    var regions = PeopleRegions(size: size)
    let (left, right) = (
      PixelRect(x: 60, y: 120, width: 40, height: 120), PixelRect(x: 480, y: 120, width: 40, height: 120)
    )
    regions.update(by: answer(left, right))
    try #require(regions.rects.count == 2)
    for _ in 0..<8 where regions.rects.count == 2 {
      let grows = regions.grow(0, for: answer(PixelRect(x: 500, y: 60, width: 140, height: 200)))
      #expect(grows)
    }
    let rect = try #require(regions.rects.first)
    #expect(regions.rects.count == 1 && rect.contains(left) && rect.contains(right))
  }

  @Test func `a crowd is shown in one region, and so are people whose separate ones would be hardly smaller`() throws {
    var regions = PeopleRegions(size: size)
    let row = (0..<4).map { PixelRect(x: 10 + 160 * $0, y: 20, width: 16, height: 16) }
    regions.update(by: answer(row[0], row[1], row[2], row[3]))
    #expect(regions.rects.count <= 1)
    let tall = (PixelRect(x: 150, y: 40, width: 90, height: 260), PixelRect(x: 330, y: 40, width: 90, height: 260))
    regions = PeopleRegions(size: size)
    regions.update(by: answer(tall.0, tall.1))
    #expect(regions.rects.count == 1)
  }

  @Test(arguments: [Double.nan, .infinity, 1e300, -1e300])
  func `a face at an invalid position, or far outside the frame, changes nothing`(value: Double) {
    var regions = PeopleRegions(size: size)
    let face = Face(bounds: NormalizedRect(x: value, y: 0.3, width: 0.05, height: 0.1))
    regions.update(by: answer(PixelRect(x: 100, y: 100, width: 60, height: 180)), faces: [face])
    #expect(regions.rects.count == 1 && regions.rects[0].contains(PixelRect(x: 100, y: 100, width: 60, height: 180)))
  }

  @Test func `the whole frame is predicted each time while the presence of a person is uncertain`() {
    for (presence, needsWholePrediction) in [(0.1, true), (0.7, false)] {
      var regions = PeopleRegions(size: size)
      let person = PixelRect(x: 300, y: 100, width: 60, height: 180)
      var whole = answer(person)
      whole.presence = presence
      regions.update(by: whole)
      regions.follow(shown(person))
      #expect(!regions.rects.isEmpty && regions.needsWholePrediction == needsWholePrediction)
    }
  }
}
