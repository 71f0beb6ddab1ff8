import Dispatch
import MatteKit
import Synchronization

/// A time limit for the work on one photo.
package struct TimeLimit: Sendable {
  let seconds: Double

  /// The work took longer.
  package struct Exceeded: Error, CustomStringConvertible {
    let input: String
    let seconds: Double

    package init(input: String, seconds: Double) { (self.input, self.seconds) = (input, seconds) }

    package var description: String {
      let text = seconds == seconds.rounded() && seconds < 1e15 ? "\(Int(seconds))" : "\(seconds)"
      return "\(input): it took longer than \(text) s and was given up; allow more time"
    }
  }

  /// Does work, and abandons it after the time limit.
  ///
  /// Computations in libraries cannot be cancelled: they continue on a thread of their own, and their result is
  /// discarded.
  ///
  /// - Throws: ``Exceeded``, and the errors of the work.
  func run<Result: Sendable>(on input: String, _ work: @escaping @Sendable () throws -> Result) throws -> Result {
    let outcome = Outcome<Result>()
    let end = DispatchSemaphore(value: 0)
    DispatchQueue(label: "work with a limit").async {
      let made = Swift.Result { try work() }
      outcome.result.withLock { $0 = made }
      end.signal()
    }
    guard end.wait(timeout: .now() + seconds) == .success, let made = outcome.result.withLock({ $0 }) else {
      throw Exceeded(input: input, seconds: seconds)
    }
    return try made.get()
  }

  /// Outlives the caller that waits for it.
  private final class Outcome<Value: Sendable>: Sendable {
    let result = Mutex<Swift.Result<Value, any Error>?>(nil)
  }
}

extension PhotoProcessor {
  /// The result for a photo, within a time limit.
  ///
  /// - Throws: ``TimeLimit/Exceeded``, and the errors of the processor.
  func process(
    _ data: [UInt8], name: String, as format: PhotoFormat, within limit: TimeLimit?, measuring clock: inout StageClock
  ) throws -> ProcessedPhoto {
    guard let limit else { return try process(data, name: name, as: format, measuring: &clock) }
    let (processed, times) = try limit.run(on: name) { [self, clock] in
      var times = clock
      return (try process(data, name: name, as: format, measuring: &times), times)
    }
    clock = times
    return processed
  }
}
