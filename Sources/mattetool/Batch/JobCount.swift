import ArgumentParser

/// Number of photos that are processed concurrently: a number, or `auto`.
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

  /// Nil for one a processor.
  var value: Int? {
    switch self {
    case .auto: nil
    case .number(let number): number
    }
  }
}
