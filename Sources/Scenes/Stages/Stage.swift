import AsyncAlgorithms
import Dispatch
import Synchronization

/// The elements of a sequence, processed in order on a thread of their own: long work holds up no task of the program.
/// Each iterator begins its own work.
struct Stage<Base: AsyncSequence & Sendable, Work: StageWork>: AsyncSequence, Sendable
where Base.Element == Work.Input {
  typealias Element = Work.Output
  typealias Failure = any Error

  private let base: Base
  private let label: String
  private let qos: DispatchQoS
  private let readiness: StageReadiness?
  private let begin: @Sendable () throws(SceneError) -> Work

  /// - Parameters:
  ///   - label: what debuggers call the thread.
  ///   - qos: below the default for a stage that waits for a slower one: its thread yields to that one, where there are
  ///     more threads than cores.
  ///   - readiness: where given, work begins with the iterator, and readiness is reported here.
  ///   - begin: called when the first element is there.
  init(
    _ base: Base, label: String, qos: DispatchQoS = .default, reporting readiness: StageReadiness? = nil,
    beginning begin: @escaping @Sendable () throws(SceneError) -> Work
  ) {
    self.base = base
    self.label = label
    self.qos = qos
    self.readiness = readiness
    self.begin = begin
    readiness?.expect()
  }

  /// The stage works on the next element while the one before is used: one result waits to be taken.
  var ahead: AnyElements<Work.Output> { AnyElements(buffer(policy: .bounded(1))) }

  func makeAsyncIterator() -> Iterator {
    Iterator(
      base: base.makeAsyncIterator(),
      worker: StageWorker(label: label, qos: qos, reporting: readiness, beginning: begin))
  }

  struct Iterator: AsyncIteratorProtocol {
    var base: Base.AsyncIterator
    let worker: StageWorker<Work>
    private var results: ArraySlice<Work.Output> = []
    private var isFinished = false
    /// The error that ended the elements, reported after all of them.
    private var failure: (any Error)?

    init(base: Base.AsyncIterator, worker: StageWorker<Work>) {
      self.base = base
      self.worker = worker
    }

    mutating func next() async throws -> Work.Output? {
      while results.isEmpty, !isFinished {
        do {
          if let input = try await base.next(), !Task.isCancelled {
            results = try await worker.results(for: input)[...]
            continue
          }
        } catch {
          failure = error
        }
        isFinished = true
        guard !Task.isCancelled else { break }
        do {
          results = try await worker.finish()[...]
        } catch {
          failure = failure ?? error
        }
      }
      if results.isEmpty, let failure {
        self.failure = nil
        throw failure
      }
      return results.popFirst()
    }
  }
}
