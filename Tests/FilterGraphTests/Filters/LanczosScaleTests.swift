import Glibc
import Imaging
import Testing

@testable import FilterGraph

@Suite struct LanczosScaleTests {
  private func lanczos(_ x: Double) -> Double {
    if abs(x) < 1e-9 { return 1 }
    guard abs(x) < 3 else { return 0 }
    return 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x)
  }

  /// The result for a bright column by the definition: the sum over all columns, with the edge repeated.
  private func expected(_ index: Int, count: Int, bright: Int, factor: Double) -> Double {
    let center = (Double(index) + 0.5) / factor
    let stretch = max(1, 1 / factor)
    var (sum, all) = (0.0, 0.0)
    for sample in -20..<count + 20 {
      let weight = lanczos((Double(sample) + 0.5 - center) / stretch)
      all += weight
      if min(max(sample, 0), count - 1) == bright { sum += weight }
    }
    return sum / all
  }

  @Test(arguments: [2, 3.5, 0.5], [1, 7])
  func `both ways the kernel has three lobes`(factor: Double, bright: Int) throws {
    let count = 16
    var bytes = [UInt8](repeating: 0, count: 4 * count)
    for column in 0..<count { bytes[4 * column + 3] = 255 }
    for channel in 0..<3 { bytes[4 * bright + channel] = 255 }
    let picture = Image(PixelBuffer(size: PixelSize(width: count, height: 1), format: .rgba8, bytes: bytes))
    let scaled = picture.applying(.lanczosScaleTransform(scale: 1, aspectRatio: factor))
    let samples = try Renderer().floats(scaled)
    #expect(samples.count == 4 * Int(Double(count) * factor))
    for index in 0..<samples.count / 4 {
      let wanted = expected(index, count: count, bright: bright, factor: factor)
      #expect(abs(Double(samples[4 * index]) - wanted) < 1e-5, "\(index)")
    }
  }

  /// Columns that double have a way of their own, rows have not.
  @Test(arguments: [1, 5, 6, 7, 45, 700])
  func `columns double as rows do`(count: Int) throws {
    let bytes = (0..<4 * count).map { $0 % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: $0 &* 73 &+ 11) }
    let wide = Image(PixelBuffer(size: PixelSize(width: count, height: 1), format: .rgba8, bytes: bytes))
    let tall = Image(PixelBuffer(size: PixelSize(width: 1, height: count), format: .rgba8, bytes: bytes))
    for factor in [2, 2.5] {
      let columns = try Renderer().floats(wide.applying(.lanczosScaleTransform(scale: 1, aspectRatio: factor)))
      let rows = try Renderer().floats(tall.applying(.lanczosScaleTransform(scale: factor, aspectRatio: 1 / factor)))
      let isSame = columns == rows
      #expect(isSame, "\(factor)")
    }
    // Whatever part is rendered.
    let doubled = wide.applying(.lanczosScaleTransform(scale: 1, aspectRatio: 2))
    let whole = try Renderer().floats(doubled)
    for x in [0, 1, 2, 3] where x < count {
      let part = try Renderer().floats(doubled.cropped(to: PixelRect(x: x, y: 0, width: 2 * count - x - 1, height: 1)))
      let isSame = part == Array(whole[4 * x..<4 * (2 * count - 1)])
      #expect(isSame)
    }
  }
}
