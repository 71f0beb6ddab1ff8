import ArgumentParser

/// The error of a value that an option does not take: "--speed takes a number from 0 to 10, not 11".
enum RefusedValue {
  static func error(_ option: String, takes values: String, not value: some CustomStringConvertible) -> ValidationError
  {
    ValidationError("\(option) takes \(values), not \(value)")
  }
}
