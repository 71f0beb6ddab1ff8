import Dispatch
import Synchronization

/// The work of a stage with the thread that does it. May be shared by threads; elements are worked on in the order of
/// the calls.
final class StageWorker<Work: StageWork>: Sendable {
  private enum State {
    case waiting
    case working(Work)
    case failed
  }

  private let queue: DispatchQueue
  private let begin: @Sendable () throws(SceneError) -> Work
  private let state = Mutex(State.waiting)

  init(
    label: String, qos: DispatchQoS = .default, reporting readiness: StageReadiness? = nil,
    beginning begin: @escaping @Sendable () throws(SceneError) -> Work
  ) {
    queue = DispatchQueue(label: label, qos: qos)
    self.begin = begin
    guard let readiness else { return }
    queue.async { [self] in
      state.withLock { state in
        // A failure is reported with the first element.
        if case .waiting = state, let work = try? begin() { state = .working(work) }
      }
      readiness.arrive()
    }
  }

  func results(for input: Work.Input) async throws(SceneError) -> [Work.Output] {
    try await run { work throws(SceneError) in try work.results(for: input) }
  }

  /// The remaining results at the end; none if there was no element.
  func finish() async throws(SceneError) -> [Work.Output] {
    let hasBegun = state.withLock { state in
      if case .working = state { true } else { false }
    }
    guard hasBegun else { return [] }
    return try await run { work throws(SceneError) in try work.finish() }
  }

  private func run(
    _ body: @escaping @Sendable (inout Work) throws(SceneError) -> [Work.Output]
  ) async throws(SceneError) -> [Work.Output] {
    let result: Result<[Work.Output], SceneError> = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: self.run(body)) }
    }
    return try result.get()
  }

  private func run(
    _ body: @Sendable (inout Work) throws(SceneError) -> [Work.Output]
  ) -> Result<[Work.Output], SceneError> {
    state.withLock { state in
      do throws(SceneError) {
        var work: Work
        switch state {
        case .waiting: work = try begin()
        case .working(let begun): work = begun
        case .failed: return .success([])
        }
        // Otherwise the state would share its storage with the work, and be copied on writing.
        state = .failed
        let results = try body(&work)
        state = .working(work)
        return .success(results)
      } catch {
        state = .failed
        return .failure(error)
      }
    }
  }
}
