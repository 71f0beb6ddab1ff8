import FoundationEssentials

/// The task of an array job that this process runs, by the variables that its scheduler sets.
///
/// Slurm's job arrays, Kubernetes' Indexed Jobs and array jobs of AWS Batch start the same command many times and pass
/// each process its number. A task becomes the part of a list of the same number, ``shard``.
public struct ArrayTask: Sendable, Hashable {
  /// A program that starts the tasks of array jobs.
  public enum Scheduler: String, Sendable, CaseIterable {
    /// `SLURM_ARRAY_TASK_ID`, `_COUNT`, `_MIN`, `_MAX`, `_STEP`.
    case slurm = "Slurm"
    /// `JOB_COMPLETION_INDEX`, from 0. The number of tasks is not passed.
    case kubernetes = "Kubernetes"
    /// `AWS_BATCH_JOB_ARRAY_INDEX`, from 0, and `_SIZE`.
    case awsBatch = "AWS Batch"

    /// The variable that holds a task's number.
    public var variable: String {
      switch self {
      case .slurm: "SLURM_ARRAY_TASK_ID"
      case .kubernetes: "JOB_COMPLETION_INDEX"
      case .awsBatch: "AWS_BATCH_JOB_ARRAY_INDEX"
      }
    }
  }

  /// An error in the variables. The description states what to do.
  public struct Fault: LocalizedError, CustomStringConvertible {
    /// One sentence or two.
    public let description: String

    /// The text that Foundation shows as `localizedDescription`: ``description``.
    public var errorDescription: String? { description }
  }

  /// The scheduler that started the task.
  public let scheduler: Scheduler
  /// The task's part of the list.
  public let shard: Shard

  /// Reads the variables of the one scheduler that set them.
  ///
  /// - Parameters:
  ///   - environment: the variables by name.
  ///   - parts: the number of parts of the list. Nil for the number of tasks of the array, if the scheduler passes it
  ///     and the array is whole, from 0 or 1 on without gaps. With a number, Slurm's tasks count from 1, so that some
  ///     of them can be started again (`--array=3,7`).
  /// - Throws: ``Fault`` if there are no scheduler's variables, if those of several contradict each other, or if they
  ///   name no part.
  public init(environment: [String: String], parts: Int? = nil) throws(Fault) {
    let present = Scheduler.allCases.filter { environment[$0.variable] != nil }
    guard let first = present.first else {
      throw Fault(
        description:
          "none of \(Scheduler.allCases.map(\.variable).joined(separator: ", ")) is set, so this is not a task of an "
          + "array job of \(Scheduler.allCases.map(\.rawValue).joined(separator: ", ")); name the part: I/N")
    }
    let own = try Self.shard(by: first, environment, parts)
    for other in present.dropFirst() {
      let shard = try Self.shard(by: other, environment, parts)
      guard shard == own else {
        throw Fault(
          description:
            "the environment contradicts itself: by \(first.variable) of \(first.rawValue) this is part \(own), "
            + "by \(other.variable) of \(other.rawValue) part \(shard); unset the variable of the one that did not start "
            + "this task, or name the part: I/N")
      }
    }
    (scheduler, shard) = (first, own)
  }

  private static func shard(
    by scheduler: Scheduler, _ environment: [String: String], _ parts: Int?
  ) throws(Fault) -> Shard {
    let number = try required(scheduler.variable, in: environment)
    switch scheduler {
    case .slurm: return try slurmShard(number, environment, parts)
    case .kubernetes:
      guard let parts else {
        throw Fault(
          description: "Kubernetes does not tell a task how many there are; name the number of completions: auto/N")
      }
      return try shard(number, from: 0, of: parts, scheduler)
    case .awsBatch:
      let size = try required("AWS_BATCH_JOB_ARRAY_SIZE", in: environment)
      if let parts, parts != size {
        throw Fault(description: "auto/\(parts) contradicts AWS_BATCH_JOB_ARRAY_SIZE, which is \(size)")
      }
      return try shard(number, from: 0, of: size, scheduler)
    }
  }

  private static func slurmShard(
    _ number: Int, _ environment: [String: String], _ parts: Int?
  ) throws(Fault) -> Shard {
    if let parts { return try shard(number, from: 1, of: parts, .slurm) }
    let count = try required("SLURM_ARRAY_TASK_COUNT", in: environment)
    let (first, last) = (
      try required("SLURM_ARRAY_TASK_MIN", in: environment), try required("SLURM_ARRAY_TASK_MAX", in: environment)
    )
    // A few restarted tasks would otherwise count as the whole array.
    guard (0...1).contains(first), last - first + 1 == count else {
      throw Fault(
        description:
          "the array has \(count) task\(count == 1 ? "" : "s") from \(first) to \(last), so the parts cannot be told "
          + "from its numbers; name how many there are (auto/N, for tasks from 1 to N), or submit --array=1-N")
    }
    return try shard(number, from: first, of: count, .slurm)
  }

  private static func shard(
    _ number: Int, from first: Int, of count: Int, _ scheduler: Scheduler
  ) throws(Fault) -> Shard {
    guard let shard = Shard(index: number - first + 1, count: count) else {
      throw Fault(
        description:
          "\(scheduler.variable) is \(number), but the numbers of \(count) part\(count == 1 ? "" : "s") go from "
          + "\(first) to \(first + count - 1)")
    }
    return shard
  }

  private static func required(_ name: String, in environment: [String: String]) throws(Fault) -> Int {
    guard let text = environment[name] else {
      throw Fault(description: "\(name) is not set, although other variables of the array job are; name the part: I/N")
    }
    guard let number = Int(text), number >= 0, number < 1 << 48 else {
      throw Fault(description: "\(name) is '\(text)', which is not the number of a task")
    }
    return number
  }
}
