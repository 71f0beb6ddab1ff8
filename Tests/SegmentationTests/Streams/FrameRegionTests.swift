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
    #expect(rect.contains(person.outset(by: 40)) && rect.size.area < size.area / 2)
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
}
