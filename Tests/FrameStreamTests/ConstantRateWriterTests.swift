import Imaging
import Testing

@testable import FrameStream

@Suite struct ConstantRateWriterTests {
  /// Remembers the first sample of each frame.
  private final class Recorder: FrameWriter {
    var values: [UInt8] = []
    var isFinished = false

    func write(_ frame: Frame) { values.append(frame.pixels.bytes.first ?? 0) }
    func finish() { isFinished = true }
  }

  /// Writes frames of the values 0, 1, 2... at times in milliseconds.
  private func written(_ times: [Int64], rate: FrameRate = 25, end: Int64? = nil) throws -> [UInt8] {
    let recorder = Recorder()
    let writer = ConstantRateWriter(recorder, rate: rate)
    for (value, time) in times.enumerated() {
      let pixels = PixelBuffer(
        size: PixelSize(width: 1, height: 1), format: .rgba8, bytes: [UInt8(value), 0, 0, 255])
      try writer.write(Frame(pixels: pixels, time: MediaTime(value: time, timescale: 1000)))
    }
    writer.end = end.map { MediaTime(value: $0, timescale: 1000) }
    try writer.finish()
    #expect(recorder.isFinished)
    return recorder.values
  }

  @Test func `frames of a constant rate stay as they are, also with rounded times`() throws {
    #expect(
      try written([0, 33, 67, 100, 133], rate: FrameRate(numerator: 30000, denominator: 1001)) == [0, 1, 2, 3, 4])
    #expect(try written([5000, 5040, 5080], end: 5120) == [0, 1, 2])
  }

  @Test func `a long frame is repeated, and one within the interval of another is dropped`() throws {
    #expect(try written([0, 40, 200, 210, 240]) == [0, 1, 1, 1, 1, 2, 4])
    #expect(try written([0, 40], end: 200) == [0, 1, 1, 1, 1])
  }

  @Test func `a jump of the times is left out`() throws {
    let day: Int64 = 86_400_000
    #expect(try written([0, 40, day, day + 40, day + 120], end: 9 * day) == [0, 1, 2, 3, 3, 4])
    #expect(try written([0, .max / 2]) == [0, 1])
  }

  @Test func `no frame is an empty stream`() throws { #expect(try written([], end: 1000).isEmpty) }
}
