import Glibc
import Imaging
import Kernels
import Testing

@testable import PhotoFile

/// Colour spaces that a file states by code points instead of a profile.
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
    assembler.primary = assembler.add(picture)
    assembler.associate(.color(.codePoints(points)), with: assembler.primary, isEssential: false)
    return assembler.file()
  }

  private static func points(
    _ primaries: Int, _ transfer: Int, matrix: Int = 6, isFullRange: Bool = true
  ) -> ColorCodePoints {
    ColorCodePoints(primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: isFullRange)
  }

  @Test func `well-known spaces are named`() throws {
    #expect(try Photo(data: try Self.file(Self.points(1, 13))).pixels.colorSpace == .sRGB)
    #expect(try Photo(data: try Self.file(Self.points(2, 2))).pixels.colorSpace == .sRGB)
    #expect(try Photo(data: try Self.file(Self.points(12, 13))).pixels.colorSpace == .displayP3)
  }

  @Test func `other spaces get a profile that converts to the right colours`() throws {
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

  @Test(arguments: [
    (11, 17, "DCI-P3, SMPTE 428 curve"), (10, 17, "CIE XYZ, SMPTE 428 curve"), (8, 11, "generic film, BT.709 curve"),
    (9, 12, "BT.2020, BT.709 curve"), (1, 9, "BT.709, logarithmic, 100:1"),
    (5, 10, "BT.601 625 lines, logarithmic, 316:1"),
  ])
  func `cinema and film have profiles, too`(primaries: Int, transfer: Int, name: String) throws {
    let photo = try Photo(data: try Self.file(Self.points(primaries, transfer)))
    #expect(photo.warnings.isEmpty)
    #expect(ProfileDescription.name(of: photo.pixels.colorSpace) == name)
    guard case .rgb(let red, let green, let blue, let matrix) = try ColorProfile(photo.pixels.colorSpace).model else {
      Issue.record("no matrix")
      return
    }
    let signal = 0.7
    let light =
      switch transfer {
      case 17: 52.37 / 48 * pow(signal, 2.6)
      case 9: pow(10, 2 * (signal - 1))
      case 10: pow(10, 2.5 * (signal - 1))
      default: pow((signal + 0.099) / 1.099, 1 / 0.45)
      }
    #expect(abs(red.linear(of: signal) - light) < 1e-3)
    // Equal samples are white, and a projector's white of 48 cd/m² is 1.
    let white = transfer == 17 ? pow(48 / 52.37, 1 / 2.6) : 1
    let shown = matrix.apply((red.linear(of: white), green.linear(of: white), blue.linear(of: white)))
    for component in [shown.0, shown.1, shown.2] { #expect(abs(component - 1) < 2e-3, "\(shown)") }
  }

  @Test func `reserved code points count as unspecified, which is reported`() throws {
    for (primaries, transfer, space) in [(3, 13, ColorSpace.sRGB), (12, 3, .displayP3), (255, 200, .sRGB)] {
      let photo = try Photo(data: try Self.file(Self.points(primaries, transfer)))
      #expect(photo.pixels.colorSpace == space)
      #expect(
        photo.warnings.map(\.message) == [
          "its colours are stated by reserved code points, primaries \(primaries) and transfer \(transfer); its colours "
            + "are taken as \(space.name)"
        ])
    }
    #expect(try Photo(data: try Self.file(Self.points(2, 2))).warnings.isEmpty)
  }

  @Test(arguments: [16, 18])
  func `high dynamic range is reported, and refused with its name in primaries of old television`(
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

  @Test func `the range and matrix of the box override those of the coded data`() throws {
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
