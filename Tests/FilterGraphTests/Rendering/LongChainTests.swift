import Imaging
import Testing

@testable import FilterGraph

@Suite struct LongChainTests {
  private func chain(_ count: Int) -> Image {
    let pixel = PixelBuffer(size: PixelSize(width: 1, height: 1), format: .rgba8, bytes: [10, 20, 30, 255])
    return (0..<count).reduce(Image(pixel)) { image, _ in image.applying(.colorInvert) }
  }

  @Test func `a chain of many thousand steps is rendered, and ends`() throws {
    #expect(try Renderer().render(chain(40_000)).bytes == [10, 20, 30, 255])
  }

  @Test func `releasing a chain uses no stack frame per step, and shared parts stay`() throws {
    var long: Image? = chain(300_000)
    let middle = long?.node.inputs[0]
    long = nil
    #expect(middle?.inputs.count == 1)
  }
}
