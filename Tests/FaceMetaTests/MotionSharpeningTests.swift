import Imaging
import Testing

@testable import FaceMeta

@Suite struct MotionSharpeningTests {
  /// A gray picture with levels by column and row.
  private func picture(_ level: (Int, Int) -> Int) -> PixelBuffer {
    let side = 24
    var pixels = PixelBuffer(size: PixelSize(width: side, height: side), format: .rgba8)
    let rowBytes = pixels.rowBytes
    pixels.withUnsafeMutableBytes { bytes in
      for y in 0..<side {
        for x in 0..<side {
          for channel in 0..<3 { bytes[y * rowBytes + 4 * x + channel] = UInt8(level(x, y)) }
          bytes[y * rowBytes + 4 * x + 3] = 255
        }
      }
    }
    return pixels
  }

  /// The levels of the middle row, or of the middle column.
  private func line(_ pixels: PixelBuffer, isColumn: Bool = false) -> [Int] {
    pixels.withUnsafeBytes { bytes in
      (0..<24).map { Int(bytes[(isColumn ? $0 : 12) * pixels.rowBytes + 4 * (isColumn ? 12 : $0)]) }
    }
  }

  /// A bright bar of 4 pixels that was smeared over 7: 100 where nothing is.
  private func smear(_ place: Int) -> Int { 100 + [0, 20, 40, 60, 80, 80, 60, 40, 20, 0][min(max(place - 7, 0), 9)] }

  @Test func `motion blur becomes narrower and stronger, in both directions`() {
    let row = picture { x, _ in smear(x) }
    let sharp = line(MotionSharpening.sharpened(row, along: SIMD2(1, 0)))
    #expect(sharp[11] > line(row)[11] && sharp[12] > line(row)[12])
    #expect(sharp[8] < line(row)[8] && sharp[15] < line(row)[15])
    #expect(sharp[0] == 100 && sharp[23] == 100)
    #expect(line(MotionSharpening.sharpened(row, along: SIMD2(-1, 0))) == sharp)
    let column = picture { _, y in smear(y) }
    #expect(line(MotionSharpening.sharpened(column, along: SIMD2(0, 1)), isColumn: true) == sharp)
  }

  @Test func `across the motion, and in uniform areas, nothing changes`() {
    let column = picture { _, y in smear(y) }
    #expect(MotionSharpening.sharpened(column, along: SIMD2(1, 0)) == column)
    let flat = picture { _, _ in 200 }
    #expect(MotionSharpening.sharpened(flat, along: SIMD2(0.7, -0.7)) == flat)
    #expect(MotionSharpening.sharpened(column, along: SIMD2(.nan, 0)) == column)
  }
}
