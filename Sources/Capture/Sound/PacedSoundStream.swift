import FrameStream
import Imaging
import Synchronization

/// Delivers the sound of a source at its rate, each buffer when its last sample is due, as a microphone does. May be
/// shared by threads.
final class PacedSoundStream: CaptureStream {
  private let source: Mutex<any SoundSource>
  private let clockDrift: Double
  private let clock: any CaptureClock
  private let timer: any CaptureTimer

  init(_ source: any SoundSource, clockDrift: Double, clock: any CaptureClock) {
    self.source = Mutex(source)
    self.clockDrift = clockDrift
    self.clock = clock
    timer = clock.makeTimer()
  }

  var rateControl: FrameRateControl { .device }
  func setMinFrameDuration(_ duration: MediaTime) -> FrameRateControl { .device }

  func run(_ deliver: @escaping @Sendable (CaptureSample) -> Void) async throws(CaptureError) {
    defer { timer.invalidate() }
    let start = clock.time
    let format = source.withLock { $0.format }
    // From the device's clock to the session's.
    let relation = ClockRelation(source: start, target: start, rate: 1 / (1 + clockDrift))
    var count: Int64 = 0
    while !Task.isCancelled {
      let samples: [Float]?
      do throws(FrameStreamError) {
        samples = try source.withLock { source throws(FrameStreamError) in try source.next() }
      } catch { throw .frames(error) }
      guard let samples else { return }
      let own = start + MediaTime(value: count, timescale: format.sampleRate)
      let buffer = AudioBuffer(format: format, samples: samples, time: own)
      count += Int64(buffer.frameCount)
      await timer.wait(until: relation.convert(start + MediaTime(value: count, timescale: format.sampleRate)))
      if Task.isCancelled { return }
      deliver(.audio(buffer))
    }
  }
}
