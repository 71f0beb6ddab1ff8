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

  /// What a bright column becomes, by the definition: the sum over all columns, those beyond the edge as at it.
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
}
