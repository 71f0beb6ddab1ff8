import ArgumentParser
import Batch
import FoundationEssentials

/// The part of a list on the command line: `2/8`, or `auto` for that of the array job's task that the process is.
enum ShardArgument: ExpressibleByArgument, Sendable, Hashable {
  case part(Shard)
  /// - Parameter parts: the number of parts of the list; nil for as many as the array has tasks.
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

  /// Whether the exit code is for a scheduler, which starts a task again that ends with another than 0.
  var isOfScheduler: Bool {
    switch self {
    case .part: false
    case .scheduler: true
    }
  }
}
