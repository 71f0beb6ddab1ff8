import Logging
import ServiceLifecycle
import Subprocess
import Synchronization
import SystemPackage

/// Processes of `mattetool worker`, each of which processes one photo after the other. One that ends is restarted, and
/// its photo retried once. May be shared by threads.
final class WorkerPool: Service {
  /// The command of a worker.
  struct Command: Sendable {
    let program: String
    let arguments: [String]
  }

  private let command: Command
  private let count: Int
  private let queue: PhotoQueue
  private let metrics: ServiceMetrics
  private let logger: Logger
  private let running = Atomic(0)

  /// The number of ends without an answer after which photos fail, because no worker starts.
  private static let maximumFailures = 3
  /// In bytes. Each face of a crowd takes some hundred.
  private static let longestAnswer = 1 << 26
  /// Maximum number of attempts for a photo.
  private static let maximumAttempts = 2

  init(_ command: Command, count: Int, queue: PhotoQueue, metrics: ServiceMetrics, logger: Logger) {
    (self.command, self.count, self.queue, self.metrics, self.logger) = (command, count, queue, metrics, logger)
  }

  /// Number of processes.
  var runningCount: Int { running.load(ordering: .relaxed) }

  /// Runs until the queue is closed by a graceful end.
  func run() async throws {
    await withTaskCancellationOrGracefulShutdownHandler {
      await withTaskGroup { group in
        for _ in 0..<count { group.addTask { await self.keepWorker() } }
      }
    } onCancelOrGracefulShutdown: {
      Task { await self.queue.close() }
    }
  }

  /// The progress of a process, known when it has ended.
  private struct Progress: Sendable {
    var entry: PhotoQueue.Entry?
    var hasAnswered = false
    var isOver = false
  }

  private func keepWorker() async {
    var failures = 0
    var progress = Progress()
    while !progress.isOver, !Task.isCancelled {
      progress.hasAnswered = false
      let reason: String
      (progress, reason) = await work(progress)
      if progress.isOver { break }
      failures = progress.hasAnswered ? 0 : failures + 1
      logger.warning("a worker ended (\(reason)) and is restarted")
      if var entry = progress.entry {
        entry.attempts += 1
        progress.entry = entry
        if entry.attempts >= Self.maximumAttempts {
          progress.entry = nil
          await queue.finish(entry, WorkerAnswer(error: "photo: the worker ended (\(reason))", code: 69, retry: true))
        }
      }
      guard failures > 1 else { continue }
      if failures >= Self.maximumFailures {
        await queue.failWaiting(WorkerAnswer(error: "photo: no worker starts (\(reason))", code: 69, retry: true))
      }
      try? await Task.sleep(for: .milliseconds(min(100 << min(failures, 6), 5000)))
      if await queue.isEnding { break }
    }
    if let entry = progress.entry {
      await queue.finish(entry, WorkerAnswer(error: "the service has ended", code: 69, retry: true))
    }
  }

  /// Starts a process and gives it photos until it ends or there are no more.
  private func work(_ start: Progress) async -> (Progress, reason: String) {
    let progress = Mutex(start)
    var platform = PlatformOptions()
    // A terminal's Ctrl-C is for the service, which lets photos in progress be finished.
    platform.processGroupID = 0
    platform.teardownSequence = [.send(signal: .terminate, allowedDurationToNextStep: .seconds(2))]
    do {
      let result = try await Subprocess.run(
        .path(FilePath(command.program)), arguments: Arguments(command.arguments), platformOptions: platform,
        input: .inputWriter, output: .sequence, error: .currentStandardError
      ) { execution in
        self.running.add(1, ordering: .relaxed)
        self.metrics.workerStarts.increment()
        defer { self.running.subtract(1, ordering: .relaxed) }
        // JSON strings may contain line separators, which are not ends of lines.
        var lines = execution.standardOutput.strings(
          separatedBy: .unicodeScalarSequence("\n".unicodeScalars), bufferingPolicy: .maxLineLength(Self.longestAnswer)
        ).makeAsyncIterator()
        while true {
          var entry = progress.withLock { $0.entry }
          if entry == nil { entry = await self.queue.next() }
          guard let entry else {
            progress.withLock { $0.isOver = true }
            try await execution.standardInputWriter.finish()
            return
          }
          progress.withLock { $0.entry = entry }
          _ = try await execution.standardInputWriter.write(entry.job.line)
          guard let line = try await lines.next() else { return }
          await self.take(try WorkerAnswer(line: line), to: entry, progress)
        }
      }
      return (progress.withLock { $0 }, "\(result.terminationStatus)")
    } catch {
      return (progress.withLock { $0 }, "\(error)")
    }
  }

  /// Passes an answer on, unless the photo is tried again by the process that follows.
  private func take(_ answer: WorkerAnswer, to entry: PhotoQueue.Entry, _ progress: borrowing Mutex<Progress>) async {
    // The process was killed by another one, so the photo is not the likely cause.
    let isKilled = answer.retry == true && answer.code == 137
    let triesAgain = isKilled && entry.attempts + 1 < Self.maximumAttempts
    progress.withLock {
      $0.hasAnswered = true
      if triesAgain { $0.entry?.attempts += 1 } else { $0.entry = nil }
    }
    if !triesAgain { await queue.finish(entry, answer) }
  }
}
