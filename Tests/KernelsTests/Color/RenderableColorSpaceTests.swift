import Imaging
import Support
import Testing

@testable import Kernels

@Suite struct RenderableColorSpaceTests {
  @Test("a space that samples can be made for stays")
  func unchanged() throws {
    for space in [ColorSpace.sRGB, .displayP3, .adobeRGB, .gray, .extendedLinearSRGB] {
      #expect(space.renderable == space)
    }
    let matrix = try #require(ICCProfile.bytes(for: .adobeRGB))
    #expect(ColorSpace.icc(matrix).renderable == .icc(matrix))
    #expect(ColorSpace.icc([1, 2, 3]).renderable == .icc([1, 2, 3]), "who uses a broken profile is told so")
  }

  @Test("a profile with a table in one direction is replaced by a space that contains its colours")
  func named() {
    let tables = ColorSpace.icc(TableProfile.bytes(colorants: TableProfile.displayP3))
    #expect(throws: ColorProfileError.self) {
      try SampleEncoder(format: .rgba8, colorSpace: tables, alphaType: .opaque)
    }
    #expect(tables.renderable == .displayP3)
  }

  @Test("the colours of a wider one become the primaries of a matrix profile")
  func wide() throws {
    let tables = ColorSpace.icc(TableProfile.bytes(colorants: TableProfile.proPhoto))
    guard case .icc(let bytes) = tables.renderable else {
      Issue.record("no profile")
      return
    }
    #expect(bytes.count < 1024)
    // A green that no named space holds stays what it is.
    let decoder = try SampleDecoder(format: .rgba8, colorSpace: tables, alphaType: .opaque)
    let encoder = try SampleEncoder(format: .rgba8, colorSpace: .icc(bytes), alphaType: .opaque)
    var light = [Float](repeating: 0, count: 4)
    var back = [UInt8](repeating: 0, count: 4)
    light.withUnsafeMutableBufferPointer { light in
      guard let base = light.baseAddress else { return }
      let row = PlanarRow(red: base, green: base + 1, blue: base + 2, alpha: base + 3, count: 1)
      decoder.decode([0, 255, 0, 255] as [UInt8], into: row)
      encoder.encode(row, into: &back)
    }
    #expect(back[0] <= 3 && back[1] >= 252 && back[2] <= 3)
  }
}
