import Glibc
import Imaging
import Kernels
import Testing

@testable import PhotoFile

/// Colours that a file gives by code points instead of a profile.
@Suite struct CodePointTests {
  private static func file(_ points: ColorCodePoints) throws -> [UInt8] {
    let size = PixelSize(width: 64, height: 64)
    let pixels = PixelBuffer(size: size, format: .rgba8) { bytes in
      for index in 0..<size.area {
        for (component, value) in [180, 90, 60, 255].enumerated() { bytes[4 * index + component] = UInt8(value) }
      }
    }
    let picture = try ColorTileEncoder(pixels: pixels, codec: .av1, quality: 0.95).encode(tile: 0)
    var assembler = HEIFAssembler()
    assembler.brands = ["avif", "avif"]
    assembler.primary = assembler.add(type: "av01", data: picture.data)
    assembler.associate(.imageSize(size), with: 1, isEssential: false)
    assembler.associate(.configuration(picture.configuration), with: 1, isEssential: true)
    assembler.associate(.color(.codePoints(points)), with: 1, isEssential: false)
    return assembler.file()
  }

  private static func points(
    _ primaries: Int, _ transfer: Int, matrix: Int = 6, isFullRange: Bool = true
  ) -> ColorCodePoints {
    ColorCodePoints(primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: isFullRange)
  }

  @Test func `well-known spaces go by their names`() throws {
    #expect(try Photo(data: try Self.file(Self.points(1, 13))).pixels.colorSpace == .sRGB)
    #expect(try Photo(data: try Self.file(Self.points(2, 2))).pixels.colorSpace == .sRGB)
    #expect(try Photo(data: try Self.file(Self.points(12, 13))).pixels.colorSpace == .displayP3)
  }

  @Test func `others get a profile that turns them to the right colours`() throws {
    let photo = try Photo(data: try Self.file(Self.points(9, 14)))
    guard case .icc(let profile) = photo.pixels.colorSpace else {
      Issue.record("no profile")
      return
    }
    #expect(ProfileDescription.name(of: .icc(profile)) == "BT.2020, BT.709 curve")
    let space = try ColorProfile(.icc(profile))
    guard case .rgb(let red, _, _, let matrix) = space.model else {
      Issue.record("no matrix")
      return
    }
    for value in [0.05, 0.3, 0.8] {
      let light = value < 0.081 ? value / 4.5 : pow((value + 0.099) / 1.099, 1 / 0.45)
      #expect(abs(red.linear(of: value) - light) < 2e-4)
    }
    // ITU-R BT.2087, the matrix of linear BT.2020 to BT.709.
    let (r, g, b) = matrix.apply((1, 0, 0))
    #expect(abs(r - 1.6605) < 2e-3 && abs(g + 0.1246) < 2e-3 && abs(b + 0.0182) < 2e-3)
    let summary = try PhotoSummary(data: try Self.file(Self.points(9, 14)))
    #expect(summary.colorSpaceName == "BT.2020, BT.709 curve")
  }

  @Test(arguments: [16, 18])
  func `high dynamic range is told, and refused with its name in primaries of old television`(
    transfer: Int
  ) throws {
    let photo = try Photo(data: try Self.file(Self.points(9, transfer)))
    #expect(photo.pixels.colorSpace == (transfer == 16 ? .pq(.bt2020) : .hlg(.bt2020)))
    let bytes = try Self.file(Self.points(5, transfer))
    let error = failure(of: { () throws(PhotoFileError) in _ = try Photo(data: bytes) })
    guard case .unsupported(_, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains(transfer == 16 ? "PQ" : "HLG"))
  }

  @Test func `the range and matrix of the box go before those of the coded data`() throws {
    // The coder says full range and BT.601.
    let full = try Photo(data: try Self.file(Self.points(1, 13))).pixels
    let limited = try Photo(data: try Self.file(Self.points(1, 13, isFullRange: false))).pixels
    let other = try Photo(data: try Self.file(Self.points(1, 13, matrix: 1))).pixels
    let rgb = (0..<3).map { full.fraction(x: 9, y: 9, component: $0) * 255 }
    #expect(zip(rgb, [180.0, 90, 60]).allSatisfy { abs($0 - $1) <= 2 })
    let y = 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2]
    let cr = (rgb[0] - y) / 1.402
    #expect(
      abs(limited.fraction(x: 9, y: 9, component: 0) * 255 - ((y - 16) * 255 / 219 + 1.402 * cr * 255 / 224)) <= 2)
    #expect(abs(other.fraction(x: 9, y: 9, component: 0) * 255 - (y + 1.5748 * cr)) <= 2)
  }
}
