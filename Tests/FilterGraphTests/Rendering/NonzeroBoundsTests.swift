import Imaging
import Testing

@testable import FilterGraph

/// Where a mask lets anything through.
@Suite struct NonzeroBoundsTests {
  private static let size = PixelSize(width: 37, height: 23)

  /// A few samples, in no order, of a matte that is 0 elsewhere.
  private func matte(_ seed: UInt64) -> PixelBuffer {
    var bytes = [UInt8](repeating: 0, count: Self.size.area)
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    for _ in 0..<seed % 5 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      bytes[Int(state >> 33) % bytes.count] = UInt8(1 + state % 255)
    }
    return PixelBuffer(size: Self.size, format: .l8, colorSpace: .linearGray, bytes: bytes)
  }

  /// The smallest part of an area that holds all pixels above 0, looked at one by one.
  private func expected(_ image: Image, in area: PixelRect) throws -> PixelRect {
    let pixels = try Renderer().render(image, in: area, as: .rgbaFloat, colorSpace: .extendedLinearSRGB)
    var part = PixelRect.empty
    pixels.withUnsafeBytes { bytes in
      let values = bytes.bindMemory(to: Float.self)
      for index in 0..<area.size.area where values[4 * index + 1] != 0 {
        part = part.union(
          PixelRect(x: area.x + index % area.width, y: area.y + index / area.width, width: 1, height: 1))
      }
    }
    return part
  }

  @Test(arguments: [
    PixelRect(x: 0, y: 0, width: 37, height: 23), PixelRect(x: 0, y: 0, width: 74, height: 46),
    PixelRect(x: -11, y: 7, width: 161, height: 50),
  ])
  func `for a matte it is the bounds of its nonzero pixels`(rect: PixelRect) throws {
    for seed in 0..<60 {
      let image = Image(StretchedMatteSource(matte(UInt64(seed)), rect: rect))
      for area in [
        PixelRect(x: 0, y: 0, width: 30, height: 20), PixelRect(x: 3, y: 11, width: 160, height: 2),
        PixelRect(x: -20, y: -5, width: 300, height: 90),
      ] {
        let part = image.node.nonzeroBounds(in: area)
        let smallest = try expected(image, in: area)
        #expect(smallest.isEmpty || part.contains(smallest), "\(seed): \(part), \(smallest)")
        if area.contains(rect) {
          // Pixels whose share of a sample is 0 are taken in: at the matte's edges as many as a sample is wide.
          #expect(smallest.outset(by: 4).contains(part), "\(seed): \(part), \(smallest)")
        }
        #expect(area.contains(part))
      }
    }
  }

  @Test func `operations that keep black pass it on, and no others do`() {
    let rect = PixelRect(x: 0, y: 0, width: 74, height: 46)
    let bytes = (0..<Self.size.area).map { UInt8($0 % Self.size.width == 5 && $0 > 300 ? 200 : 0) }
    let matte = Image(
      StretchedMatteSource(PixelBuffer(size: Self.size, format: .l8, colorSpace: .linearGray, bytes: bytes), rect: rect)
    )
    let part = matte.node.nonzeroBounds(in: rect)
    #expect(part.width == 4)
    let gray = Image.color(Color(red: 0.5, green: 0.5, blue: 0.5)).cropped(to: rect)
    func scaled(_ bias: Double) -> Image {
      matte.applying(
        .colorMatrix(
          rVector: [0.5, 0, 0, 0], gVector: [0, 0.5, 0, 0], bVector: [0, 0, 0.5, 0], biasVector: [bias, bias, bias, 0]))
    }
    for image in [
      matte.applying(.exposureAdjust(ev: 1)), scaled(0), matte.masked(by: gray),
      matte.applying(.multiplyCompositing(backgroundImage: gray)),
      matte.cropped(to: PixelRect(x: 0, y: 0, width: 50, height: 46)),
    ] {
      #expect(image.node.nonzeroBounds(in: rect) == part)
    }
    #expect(matte.cropped(to: PixelRect(x: 40, y: 0, width: 9, height: 9)).node.nonzeroBounds(in: rect).isEmpty)
    for image in [
      matte.applying(.colorInvert), scaled(0.1), gray.applying(.multiplyCompositing(backgroundImage: matte)),
      matte.transformed(by: .translation(x: 1, y: 0)).cropped(to: rect),
    ] {
      #expect(image.node.nonzeroBounds(in: rect) == image.extent.intersection(rect))
    }
  }
}
