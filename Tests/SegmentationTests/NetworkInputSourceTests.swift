import Imaging
import Testing

@testable import Segmentation

@Suite struct NetworkInputSourceTests {
  /// Rows of black and white by turns, and its half, which is gray.
  private let stripes = PixelBuffer(
    size: PixelSize(width: 400, height: 600), format: .rgba8,
    bytes: (0..<600).flatMap { y in (0..<400).flatMap { _ in y % 2 == 0 ? [0, 0, 0, 255] : [255, 255, 255, 255] } })

  @Test func `detail is reduced, and the size is the requested one`() throws {
    let half = try stripes.resized(to: stripes.size.half)
    let picture = NetworkInputSource(stripes, orientation: .up, half: half, needsDetail: true)
    let size = PixelSize(width: 400, height: 600)
    func steps(_ shown: PixelBuffer) -> Int {
      zip(shown.bytes, shown.bytes.dropFirst(4 * 400)).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    }
    let (sharp, reduced) = (
      try picture.part(PixelRect(half.size), at: size), try picture.whole(at: size, detail: 150)
    )
    #expect(picture.detail == 2)
    #expect(sharp.size == size && reduced.size == size)
    #expect(steps(sharp) > 100 * 255 * 400 && steps(reduced) < steps(sharp) / 100)
  }
}
