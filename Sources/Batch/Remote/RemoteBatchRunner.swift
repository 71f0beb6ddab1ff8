import CAllocator
import Dispatch
import MatteKit
import ObjectStorage
import Synchronization
import SystemPackage

/// Processes photos as they are listed, several concurrently.
final class RemoteBatchRunner: Sendable {
  private struct State {
    var listing: PhotoListing
    var summary = BatchSummary()
    var mayPass = false
    /// The number of consecutive photos that failed because the store did not answer.
    var unanswered = 0
  }

  private let batch: RemoteBatch
  private let work: RemotePhotoWork
  private let interruption: Interruption
  private let listeners: BatchRunner.Listeners
  private let state: Mutex<State>
  private let jobs: Int

  /// The number of consecutive photos without an answer of the store, each with all retries, after which the run stops.
  private static let mostUnanswered = 4

  init(
    _ batch: RemoteBatch, _ work: RemotePhotoWork, _ interruption: Interruption, _ listeners: BatchRunner.Listeners
  ) {
    self.batch = batch
    self.work = work
    self.interruption = interruption
    self.listeners = listeners
    // While some wait for the network, others use the processors.
    jobs = batch.options.jobs ?? ProcessorCount.available + min(4, ProcessorCount.available)
    state = Mutex(State(listing: batch.listing()))
  }

  func run() -> RemoteBatch.Outcome {
    let (start, started) = (ContinuousClock.now, SystemTime.now)
    for folder in batch.unreadable {
      let report = FileReport(on: folder, output: work.results.place(of: folder.relative))
      state.withLock { $0.summary.add(report) }
      listeners.file(report)
    }
    let group = DispatchGroup()
    for worker in 0..<max(1, jobs) {
      DispatchQueue(label: "photo \(worker)").async(group: group) { [self] in
        while let photo = next() { finish(photo) }
      }
    }
    group.wait()
    work.results.synchronize()
    return state.withLock { state in
      var summary = state.summary
      // More may remain than was listed; they were not counted.
      summary.notStarted = state.listing.waitingCount
      summary.photos = summary.done + summary.unchanged + summary.skipped + summary.failed + summary.notStarted
      summary.isInterrupted = interruption.isRequested && !state.listing.hasEnded
      summary.shard = batch.options.shard?.description
      summary.folders = batch.folders
      summary.started = started
      summary.setDuration(seconds: (ContinuousClock.now - start) / .seconds(1))
      return RemoteBatch.Outcome(summary: summary, mayPass: state.mayPass, warnings: state.listing.warnings)
    }
  }

  /// The next photo of this part; nil if none is to be started any more.
  private func next() -> ListedPhoto? {
    state.withLock { state in
      while true {
        guard !interruption.isRequested, state.summary.stopped == nil else { return nil }
        if let maximum = batch.options.maximumFailures, state.summary.failed >= maximum { return nil }
        do {
          guard let photo = try state.listing.next() else { return nil }
          if let shard = batch.options.shard, !shard.contains(photo.relative) { continue }
          return photo
        } catch {
          state.summary.stopped = listeners.describe(error)
          if case S3Error.unavailable = error { state.mayPass = true }
          return nil
        }
      }
    }
  }

  private func finish(_ photo: ListedPhoto) {
    let result = Result { () throws(RemotePhotoWork.Stop) in try work.outcome(of: photo) }
    if case .success(.reported(let report, _)) = result, report.status != .unchanged { callocator_trim() }
    state.withLock { state in
      switch result {
      case .success(.reported(var report, let isUnanswered)):
        report.measureMemory()
        state.summary.add(.photo(report))
        listeners.file(.photo(report))
        state.unanswered = isUnanswered ? state.unanswered + 1 : 0
        if state.unanswered >= Self.mostUnanswered {
          state.summary.stopped = state.summary.stopped ?? report.error
          state.mayPass = true
        }
      case .success(.movie): state.listing.countMovie()
      case .success(.notSelected): break
      case .failure(let stop):
        // The first one reports it for all.
        guard state.summary.stopped == nil else { return }
        state.summary.stopped = stop.reason
        state.mayPass = stop.mayPass
      }
    }
  }
}
