import Imaging
import Kernels
import Testing

@testable import Segmentation

@Suite struct FrameRegionTests {
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

  private func matte(_ rect: PixelRect) -> ArraySlice<UInt8> {
    var bytes = [UInt8](repeating: 0, count: size.area)
    for y in rect.minY..<rect.maxY {
      for x in rect.minX..<rect.maxX { bytes[y * size.width + x] = 255 }
    }
    return bytes[...]
  }

  @Test func `the first frame is looked at whole, and then who was found is shown with their surroundings`() throws {
    var region = FrameRegion(size: size)
    #expect(region.needsLook && region.rect == nil)
    let person = PixelRect(x: 300, y: 100, width: 60, height: 180)
    region.look(at: answer(person))
    let rect = try #require(region.rect)
    #expect(rect.contains(person.outset(by: 20)) && rect.size.area < size.area / 2)
    #expect(!region.needsLook && region.presence == 0.7)
  }

  @Test func `the region stays while somebody moves a little, and follows who moves on`() throws {
    var region = FrameRegion(size: size)
    var person = PixelRect(x: 200, y: 100, width: 60, height: 180)
    region.look(at: answer(person))
    let first = try #require(region.rect)
    person.x += 12
    region.follow(matte(person))
    #expect(region.rect == first)
    for _ in 0..<20 {
      person.x += 12
      region.follow(matte(person))
      #expect(try #require(region.rect).contains(person.outset(by: 17)))
    }
    #expect(region.rect != first)
  }

  @Test func `who comes in elsewhere is found by the next look`() throws {
    var region = FrameRegion(size: size)
    let (person, other) = (
      PixelRect(x: 100, y: 100, width: 60, height: 180), PixelRect(x: 300, y: 120, width: 60, height: 180)
    )
    region.look(at: answer(person))
    region.follow(matte(person))
    #expect(!region.needsLook)
    region.follow(matte(person))
    #expect(region.needsLook)
    region.look(at: answer(person, other))
    #expect(try #require(region.rect).contains(other))
  }

  @Test func `where people fill the frame, or nobody is there, the frame is shown whole`() {
    var region = FrameRegion(size: size)
    region.look(at: answer(PixelRect(x: 20, y: 20, width: 600, height: 340)))
    #expect(region.rect == nil && !region.needsLook)
    region.look(at: answer())
    region.follow(matte(.empty))
    #expect(region.rect == nil && !region.needsLook)
  }

  @Test func `a speck is nobody, and a small person is shown with more than that`() throws {
    var region = FrameRegion(size: size)
    region.look(at: answer(PixelRect(x: 100, y: 100, width: 3, height: 3)))
    #expect(region.rect == nil)
    region.follow(matte(PixelRect(x: 100, y: 100, width: 10, height: 24)))
    let rect = try #require(region.rect)
    #expect(min(rect.width, rect.height) >= 120)
  }

  @Test func `who is cut by an edge of the region is shown whole in the same frame`() throws {
    var region = FrameRegion(size: size)
    region.look(at: answer(PixelRect(x: 300, y: 100, width: 60, height: 180)))
    let first = try #require(region.rect)
    // The prediction of a region with somebody at its right edge.
    func part(_ people: (_ x: Int, _ y: Int) -> Bool) -> CoarsePrediction {
      var part = answer()
      for y in 0..<grid.height {
        for x in 0..<grid.width where people(x, y) { part.planes.samples[2 * grid.area + y * grid.width + x] = 0.9 }
      }
      return part
    }
    let inside = part { x, y in (100..<150).contains(x) && (20..<120).contains(y) }
    var grows = region.grow(for: inside)
    #expect(!grows && region.rect == first)
    let noise = part { x, y in x == grid.width - 1 && y == 70 }
    grows = region.grow(for: noise)
    #expect(!grows)
    let cut = part { x, y in x > 200 && (20..<120).contains(y) }
    grows = region.grow(for: cut)
    let grown = try #require(region.rect)
    #expect(grows && grown.maxX >= first.maxX + 50 && grown.minX == first.minX)
    // The next look does not make it smaller again.
    region.look(at: answer())
    #expect(try #require(region.rect).contains(grown))
    // The frame's own edges cut everybody.
    region = FrameRegion(size: size)
    region.look(at: answer(PixelRect(x: 580, y: 120, width: 60, height: 160)))
    #expect(region.rect?.maxX == size.width)
    grows = region.grow(for: cut)
    #expect(!grows)
  }

  @Test func `a face that the look does not see as a person is shown with its shoulders`() throws {
    var region = FrameRegion(size: size)
    let face = Face(bounds: NormalizedRect(x: 0.4, y: 0.3, width: 0.05, height: 0.1))
    region.look(at: answer(), faces: [face])
    let rect = try #require(region.rect)
    #expect(rect.contains(PixelRect(x: 230, y: 80, width: 90, height: 130)))
  }
}
