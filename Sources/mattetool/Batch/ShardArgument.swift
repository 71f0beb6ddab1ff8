import ArgumentParser
import Batch
import FoundationEssentials

/// The part of the list on the command line: `2/8`, or `auto` for that of the array job's task.
enum ShardArgument: ExpressibleByArgument, Sendable, Hashable {
  case part(Shard)
  /// - Parameter parts: the number of parts of the list; nil for the number of the array's tasks.
  case scheduler(parts: Int?)

  init?(argument: String) {
    if argument == "auto" {
      self = .scheduler(parts: nil)
    } else if argument.hasPrefix("auto/") {
      guard let parts = Int(argument.dropFirst("auto/".count)), parts >= 1 else { return nil }
      self = .scheduler(parts: parts)
    } else if let shard = Shard(argument) {
      self = .part(shard)
    } else {
      return nil
    }
  }

  /// - Throws: ``ArrayTask/Fault`` if the environment names no part.
  func shard(environment: [String: String] = ProcessInfo.processInfo.environment) throws(ArrayTask.Fault) -> Shard {
    switch self {
    case .part(let shard): shard
    case .scheduler(let parts): try ArrayTask(environment: environment, parts: parts).shard
    }
  }

  /// Whether the exit code is for a scheduler, which restarts a task after any code but 0.
  var isOfScheduler: Bool {
    switch self {
    case .part: false
    case .scheduler: true
    }
  }
}
