import CPixelKernels
import Imaging
import Support
import Testing

@testable import Kernels

/// Pictures in planes: conversion of the whole and of parts, and replacement of samples.
@Suite struct YCbCrPictureTests {
  /// For all chroma locations, odd and even sizes, and widths beyond a conversion tile.
  static let planes: [RandomPlanes] = [
    RandomPlanes(width: 64, height: 30, seed: 1),
    RandomPlanes(width: 61, height: 33, isCenteredX: true, seed: 2),
    RandomPlanes(width: 2062, height: 14, isCenteredY: false, seed: 3),
    RandomPlanes(width: 1025, height: 15, isWhole: true, seed: 4),
    RandomPlanes(width: 1027, height: 15, hasAllRows: true, seed: 7),
  ]

  private static func picture(_ planes: RandomPlanes) -> YCbCrPicture {
    planes.withPlanes { YCbCrPicture(copying: $0, as: .rgba8) }
  }

  @Test(arguments: planes)
  func `a region has the pixels of the whole`(planes: RandomPlanes) {
    let whole = Self.picture(planes).pixels
    for (x, y) in [(0, 0), (1, 3), (7, 2), (planes.width - 24, planes.height - 11)] {
      let rect = PixelRect(x: x, y: y, width: 24, height: 11)
      #expect(Self.picture(planes).pixels(in: rect) == whole.cropped(to: rect))
    }
    let rest = PixelRect(x: 1, y: 0, width: planes.width - 1, height: planes.height)
    #expect(Self.picture(planes).pixels(in: rest) == whole.cropped(to: rest))
  }

  @Test func `a smaller picture is about that of the pixels`() throws {
    var planes = RandomPlanes(width: 640, height: 360, seed: 5)
    for y in 0..<360 { for x in 0..<640 { planes.luma[y * 640 + x] = UInt8(60 + x / 8 + y / 8) } }
    for y in 0..<180 {
      for x in 0..<320 { (planes.cb[y * 320 + x], planes.cr[y * 320 + x]) = (UInt8(100 + x / 8), UInt8(140 - y / 8)) }
    }
    let size = PixelSize(width: 213, height: 120)
    let reduced = try Self.picture(planes).reduced(to: size)
    let expected = try Self.picture(planes).pixels.resized(to: size)
    for (own, other) in zip(reduced.bytes, expected.bytes) { #expect(abs(Int(own) - Int(other)) <= 3) }
  }

  @Test(arguments: planes)
  func `only samples of changed pixels change`(planes: RandomPlanes) {
    let whole = Self.picture(planes)
    let size = whole.size
    // Drawn on in two places, one of them at the edge of the picture.
    let parts = [PixelRect(x: 9, y: 5, width: 17, height: 3), PixelRect(x: size.width - 9, y: 0, width: 9, height: 14)]
    var drawn = whole.pixels
    let rowBytes = drawn.rowBytes
    var random = RepeatableRandomNumberGenerator(seed: 6)
    drawn.withUnsafeMutableBytes { bytes in
      for part in parts {
        for y in part.y..<part.maxY {
          for x in part.x..<part.maxX where (x + y) % 5 != 0 {
            for c in 0..<3 { bytes[y * rowBytes + 4 * x + c] = UInt8.random(in: 0...255, using: &random) }
          }
        }
      }
    }
    // Converts everything again, of which only samples made of changed pixels count.
    var expected = planes
    drawn.withUnsafeBytes { bytes in
      expected.withTarget { target in
        withUnsafePointer(to: target) { target in
          pk_rgba_to_ycbcr_planes(
            target, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), rowBytes, 0, Int32(size.height))
        }
      }
    }
    func isDrawn(_ x: Int, _ y: Int) -> Bool {
      guard x >= 0, y >= 0, x < size.width, y < size.height else { return false }
      let place = y * rowBytes + 4 * x
      return drawn.bytes[place..<place + 4] != whole.pixels.bytes[place..<place + 4]
    }
    for y in 0..<size.height {
      for x in 0..<size.width where !isDrawn(x, y) {
        expected.luma[y * size.width + x] = planes.luma[y * size.width + x]
      }
    }
    for index in planes.cb.indices {
      let (x, y) = (index % planes.chromaWidth, index / planes.chromaWidth)
      let rows = planes.hasAllRows ? y...y : 2 * y - 2...2 * y + 2
      let isMade =
        planes.isWhole ? isDrawn(x, y) : rows.contains { row in (-2...2).contains { isDrawn(2 * x + $0, row) } }
      if !isMade { (expected.cb[index], expected.cr[index]) = (planes.cb[index], planes.cr[index]) }
    }
    let results = InstructionLevels.map { _ in
      var result = planes
      for place in PatchedPicture.places(for: parts, in: size) {
        let pixels = drawn.cropped(to: place)
        pixels.withUnsafeBytes { bytes in
          guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
          var part = PKPicturePart(
            x: Int32(place.x), y: Int32(place.y), width: Int32(place.width), height: Int32(place.height), rgba: base,
            rowBytes: pixels.rowBytes)
          planes.withPlanes { original in
            result.withTarget { target in
              withUnsafePointer(to: target) { target in
                withUnsafePointer(to: original) { original in
                  // In two bands, as on two cores.
                  let seam = Int32(place.height / 4 * 2)
                  pk_replace_in_ycbcr_planes(target, original, &part, 0, seam)
                  pk_replace_in_ycbcr_planes(target, original, &part, seam, part.height)
                }
              }
            }
          }
        }
      }
      return result
    }
    for result in results {
      #expect(result.luma == expected.luma)
      #expect(result.cb == expected.cb)
      #expect(result.cr == expected.cr)
    }
  }

  @Test func `patches have even positions, a margin and no overlap`() {
    let size = PixelSize(width: 101, height: 99)
    let parts = [
      PixelRect(x: 11, y: 13, width: 4, height: 5), PixelRect(x: 90, y: 90, width: 11, height: 9),
      PixelRect(x: 22, y: 13, width: 3, height: 3), PixelRect(x: 300, y: 0, width: 3, height: 3),
    ]
    let places = PatchedPicture.places(for: parts, in: size)
    #expect(
      places == [
        PixelRect(x: 86, y: 86, width: 15, height: 13), PixelRect(x: 6, y: 8, width: 24, height: 14),
      ])
  }

  @Test func `patches lie on the picture`() {
    let picture = Self.picture(Self.planes[0])
    let rect = PixelRect(x: 8, y: 6, width: 10, height: 4)
    let patch = PixelBuffer(size: rect.size, format: .rgba8)
    let patched = PatchedPicture(picture, patches: [PatchedPicture.Patch(rect, pixels: patch)])
    #expect(patched.pixels.cropped(to: rect) == patch)
    let above = PixelRect(x: 0, y: 0, width: 64, height: 6)
    #expect(patched.pixels.cropped(to: above) == picture.pixels.cropped(to: above))
    #expect(PatchedPicture(picture, patches: []).pixels == picture.pixels)
  }
}
