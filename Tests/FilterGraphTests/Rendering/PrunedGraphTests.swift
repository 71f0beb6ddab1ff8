import Imaging
import Testing

@testable import FilterGraph

/// A render leaves out parts of a graph that change nothing in its region.
@Suite struct PrunedGraphTests {
  /// More than a block, in both dimensions.
  private static let size = PixelSize(width: 700, height: 300)
  private static let area = PixelRect(size)

  private var picture: Image {
    let bytes = (0..<Self.size.area).flatMap { index -> [UInt8] in
      let value = UInt32(truncatingIfNeeded: index &* 2_654_435_761)
      return [UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), 255]
    }
    return Image(
      PixelBuffer(size: Self.size, format: .rgba8, colorSpace: .sRGB, alphaType: .opaque, bytes: bytes))
  }

  /// Blurred squares in rows of ten, every second one half over its neighbour, the last ones across the picture's
  /// edges.
  private func marked(_ count: Int, on picture: Image? = nil, spacing: PixelSize = PixelSize(width: 70, height: 50))
    -> Image
  {
    let picture = picture ?? self.picture
    return (0..<count).reduce(picture) { below, index in
      let place = PixelRect(
        x: spacing.width * (index % 10) + (index % 2 == 0 ? 0 : -40), y: spacing.height * (index / 10) + 20, width: 60,
        height: 40)
      let blurred = picture.clampedToExtent().applying(.gaussianBlur(radius: 7)).cropped(to: place)
      return blurred.blended(over: below, mask: Image.color(.white).cropped(to: place))
    }
  }

  @Test func `a graph has no more marks than its region`() throws {
    let image = marked(50)
    #expect(image.node.layers(in: Self.area).layers.count == 50)
    let corner = PixelRect(x: 0, y: 0, width: 100, height: 55)
    let pruned = image.node.pruned(to: corner)
    #expect(pruned.layers(in: Self.area).layers.count == 2)
    #expect(pruned.inOrder.count < image.node.inOrder.count / 5)
    #expect(image.node.pruned(to: Self.area) === image.node)
  }

  @Test func `many marks rendered by blocks equal those rendered at once`() throws {
    let image = marked(50)
    // A graph kept in memory is one, whatever its content.
    let whole = try Renderer().render(image.insertingIntermediate(), in: Self.area, alphaType: .opaque)
    let region = PixelRect(x: 33, y: 11, width: 640, height: 280)
    for part in [Self.area, region] {
      let result = try Renderer().render(image, in: part, alphaType: .opaque)
      var into = PixelBuffer(size: part.size, format: .rgba8, colorSpace: .sRGB, alphaType: .opaque)
      try Renderer().render(image, in: part, into: &into)
      let isSame = result.bytes == into.bytes
      #expect(isSame)
      var different = 0
      for y in 0..<part.height {
        let (here, there) = (4 * y * part.width, 4 * ((y + part.y) * Self.size.width + part.x))
        if result.bytes[here..<here + 4 * part.width] != whole.bytes[there..<there + 4 * part.width] { different += 1 }
      }
      #expect(different == 0, "rows")
    }
  }

  @Test func `memory does not grow with the number of marks`() throws {
    let photo = Image(PixelBuffer(size: PixelSize(width: 3000, height: 2000), format: .rgba8, alphaType: .opaque))
    func memory(_ count: Int) throws -> Int {
      try Renderer(threads: 2).workingMemory(
        for: marked(count, on: photo, spacing: PixelSize(width: 300, height: 320)))
    }
    let (few, many) = (try memory(10), try memory(60))
    #expect(many <= few)
  }

  @Test func `errors in a mark are reported wherever it lies`() throws {
    let invalid = InvalidOperation(.invalidValue(key: "radius", filter: "blur", reason: "it is none"))
    let mark = Image(invalid, picture).cropped(to: PixelRect(x: 600, y: 200, width: 9, height: 9))
    let image = mark.blended(
      over: marked(40), mask: Image.color(.white).cropped(to: PixelRect(x: 600, y: 200, width: 9, height: 9)))
    #expect(throws: RenderError.self) {
      try Renderer().render(image, in: PixelRect(x: 0, y: 0, width: 50, height: 50))
    }
  }
}
