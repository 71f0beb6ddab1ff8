import ArgumentParser
import FoundationEssentials
import MatteKit

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

  /// One a core that the process may run on: each photo also has parts that run on several, which fill the gaps that reading and writing leave.
  var value: Int {
    switch self {
    case .auto: max(1, Self.cores)
    case .number(let number): number
    }
  }

  /// As Linux tells it: a mask in hexadecimal digits, with commas between.
  private static var cores: Int {
    let status = (try? PlainFile.read(SystemPath("/proc/self/status"))) ?? []
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") }
    let digits = (line ?? "").split(separator: ":").last ?? ""
    let count = digits.compactMap(\.hexDigitValue).reduce(0) { $0 + $1.nonzeroBitCount }
    return count > 0 ? count : ProcessInfo.processInfo.activeProcessorCount
  }
}
