import Imaging
import Support
import Testing

@testable import Kernels

@Suite struct ForegroundEstimationTests {
  /// A smooth front and back, and their mixture by a matte with strands.
  private func mixture(size: PixelSize) -> (
    picture: PixelBuffer, matte: PixelBuffer, front: [[Double]], back: [[Double]]
  ) {
    var (bytes, alphas): ([UInt8], [UInt8]) = ([], [])
    var (fronts, backs): ([[Double]], [[Double]]) = ([], [])
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (u, v) = (Double(x) / Double(size.width), Double(y) / Double(size.height))
        let front = [90 + 40 * u, 60 + 30 * v, 40]
        let back = [200, 180 - 60 * v, 120 + 100 * u]
        let strand = (x + y / 3) % 7 < 2 ? 0.7 : 0.2
        let alpha = u < 0.3 ? 1 : u > 0.7 ? 0 : strand
        alphas.append(UInt8((alpha * 255).rounded()))
        bytes += (0..<3).map { UInt8((alpha * front[$0] + (1 - alpha) * back[$0]).rounded()) } + [255]
        fronts.append(front)
        backs.append(back)
      }
    }
    return (
      PixelBuffer(size: size, format: .rgba8, bytes: bytes),
      PixelBuffer(size: size, format: .l8, colorSpace: .linearGray, bytes: alphas), fronts, backs
    )
  }

  @Test func `foreground and background colours are recovered where the matte is soft`() throws {
    let size = PixelSize(width: 121, height: 90)
    let (picture, matte, front, back) = mixture(size: size)
    let layers = try ForegroundEstimation().layers(of: picture, matte: matte)
    var errors: (front: Double, back: Double, pixels: Double, rim: Double) = (0, 0, 0, 0)
    for index in 0..<size.area where matte.bytes[index] > 0 && matte.bytes[index] < 255 {
      for c in 0..<3 {
        errors.front += abs(Double(layers.foreground.bytes[4 * index + c]) - front[index][c]) / 3
        errors.back += abs(Double(layers.background.bytes[4 * index + c]) - back[index][c]) / 3
        errors.rim += abs(Double(picture.bytes[4 * index + c]) - front[index][c]) / 3
      }
      errors.pixels += 1
    }
    // The picture itself is this far from the front.
    #expect(errors.rim / errors.pixels > 50)
    #expect(errors.front / errors.pixels < 8)
    #expect(errors.back / errors.pixels < 8)
  }

  @Test func `the layers compose to the picture, and pure pixels stay`() throws {
    let (picture, matte, _, _) = mixture(size: PixelSize(width: 64, height: 48))
    let layers = try ForegroundEstimation().layers(of: picture, matte: matte)
    var worst = 0.0
    for index in 0..<picture.size.area {
      let alpha = Double(matte.bytes[index]) / 255
      for c in 0..<3 {
        let (front, back) = (layers.foreground.bytes[4 * index + c], layers.background.bytes[4 * index + c])
        let mixed = alpha * Double(front) + (1 - alpha) * Double(back)
        worst = max(worst, abs(mixed - Double(picture.bytes[4 * index + c])))
      }
    }
    #expect(worst < 26)
  }

  @Test(arguments: [PixelSize(width: 1, height: 1), PixelSize(width: 1, height: 40), PixelSize(width: 33, height: 2)])
  func `any size has layers, deterministically`(size: PixelSize) throws {
    var random = RepeatableRandomNumberGenerator(seed: 3)
    let picture = PixelBuffer(
      size: size, format: .rgba8, bytes: (0..<size.area * 4).map { _ in UInt8.random(in: 0...255, using: &random) })
    let matte = PixelBuffer(
      size: size.half, format: .l8, colorSpace: .linearGray,
      bytes: (0..<size.half.area).map { _ in UInt8.random(in: 0...255, using: &random) })
    let first = try ForegroundEstimation().layers(of: picture, matte: matte)
    let second = try ForegroundEstimation().layers(of: picture, matte: matte)
    #expect(first.foreground == second.foreground && first.background == second.background)
    #expect(first.foreground.size == size)
  }
}
