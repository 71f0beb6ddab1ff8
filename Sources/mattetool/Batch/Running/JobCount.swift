import ArgumentParser
import FoundationEssentials

/// How many photos are worked on at once: a number, or `auto`.
enum JobCount: ExpressibleByArgument, Sendable, Hashable, CustomStringConvertible {
  case auto
  case number(Int)

  init?(argument: String) {
    if argument == "auto" {
      self = .auto
    } else if let number = Int(argument), (1...1024).contains(number) {
      self = .number(number)
    } else {
      return nil
    }
  }

  var description: String {
    switch self {
    case .auto: "auto"
    case .number(let number): "\(number)"
    }
  }

  /// One a core: each photo also has parts that run on several, which fill the gaps that reading and writing leave.
  var value: Int {
    switch self {
    case .auto: max(1, ProcessInfo.processInfo.activeProcessorCount)
    case .number(let number): number
    }
  }
}
