import Dispatch
import FrameStream
import Imaging

/// Reads a microphone on a thread of its own. May be shared by threads.
final class MicrophoneStream: CaptureStream {
  private let reader: SoundReader
  private let wakeUp: WakeUp
  private let clock: any CaptureClock
  private let queue = DispatchQueue(label: "Capture.Microphone")

  init(_ reader: SoundReader, _ wakeUp: WakeUp, clock: any CaptureClock) {
    self.reader = reader
    self.wakeUp = wakeUp
    self.clock = clock
  }

  var rateControl: FrameRateControl { .device }
  func setMinFrameDuration(_ duration: MediaTime) -> FrameRateControl { .device }

  /// The time to wait for a sound system without data at the end: FFmpeg's reader of PulseAudio cannot be interrupted.
  /// Its thread then ends with the next sound, or with the process.
  private static let patience = DispatchTimeInterval.milliseconds(500)

  func run(_ deliver: @escaping @Sendable (CaptureSample) -> Void) async throws(CaptureError) {
    let (ends, end) = AsyncStream.makeStream(of: Result<Void, CaptureError>.self, bufferingPolicy: .bufferingOldest(1))
    queue.async { [self] in
      end.yield(read(deliver))
      end.finish()
    }
    let result: Result<Void, CaptureError>? = await withTaskCancellationHandler {
      // Not `for await`, which ends immediately when the task is cancelled.
      await Task { await ends.first { _ in true } }.value
    } onCancel: {
      wakeUp.wake()
      DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { end.finish() }
    }
    try result?.get()
  }

  private func read(_ deliver: (CaptureSample) -> Void) -> Result<Void, CaptureError> {
    var start: MediaTime?
    var count: Int64 = 0
    do throws(FrameStreamError) {
      while let samples = try reader.next() {
        let length = Int64(samples.count / reader.format.channelCount)
        // The first buffer was recorded before it is read.
        let begin = start ?? clock.time - MediaTime(value: length, timescale: reader.format.sampleRate)
        start = begin
        deliver(
          .audio(
            AudioBuffer(
              format: reader.format, samples: samples,
              time: begin + MediaTime(value: count, timescale: reader.format.sampleRate))))
        count += length
      }
      return .success(())
    } catch {
      return .failure(.frames(error))
    }
  }
}
