import Testing

@testable import FilterGraph

@Suite struct ScaleTapsTests {
  @Test("halving by tents takes four samples, and repeats the last one beyond the ends")
  func halving() {
    let taps = ScaleTaps(of: 8, covered: 8, to: 4, by: .linear)
    #expect(taps.count == 4)
    #expect(taps.firsts == [-1, 1, 3, 5] && taps.starts == [0, 1, 3, 4])
    #expect(Array(taps[1]) == [0.125, 0.375, 0.375, 0.125])
    #expect(Array(taps[0]) == [0.5, 0.375, 0.125, 0])
    #expect(Array(taps[3]) == [0, 0.125, 0.375, 0.5])
  }

  @Test(
    "the weights of each pixel sum to 1, and no pixel begins before the one before it",
    arguments: [(1, 7), (5, 3), (9, 10), (64, 17), (100, 200)])
  func everySize(samples: Int, pixels: Int) {
    for kernel in [ScaleOperation.Kernel.lanczos, .cubic(b: 1.0 / 3, c: 1.0 / 3), .linear] {
      let taps = ScaleTaps(of: samples, covered: Double(samples), to: pixels, by: kernel)
      for pixel in 0..<pixels {
        #expect(abs(taps[pixel].reduce(0, +) - 1) < 1e-6)
        #expect(taps.starts[pixel] >= 0 && Int(taps.starts[pixel]) + taps.count <= samples)
      }
      #expect(taps.starts == taps.starts.sorted())
    }
  }

  @Test("blocks hold the weights of sixteen pixels side by side, tap by tap")
  func blocks() {
    let taps = ScaleTaps(of: 12, covered: 12, to: 18, by: .linear)
    for pixel in 0..<18 {
      for tap in 0..<taps.count {
        #expect(
          taps.weightBlocks[(pixel / 16 * taps.count + tap) * 16 + pixel % 16]
            == taps[pixel][taps[pixel].startIndex + tap])
      }
    }
  }
}
