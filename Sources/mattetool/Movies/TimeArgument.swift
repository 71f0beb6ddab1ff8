import ArgumentParser
import MatteKit

/// A time on the command line: `90`, `1:30.5` or `0:01:30.5`.
struct TimeArgument: ExpressibleByArgument {
  let time: MediaTime

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), let last = parts.last, last.allSatisfy({ $0.isNumber || $0 == "." }),
      let seconds = Double(last), parts.count == 1 || seconds < 60
    else { return nil }
    var whole = 0
    for (index, part) in parts.dropLast().enumerated() {
      guard let number = Int(part), number >= 0, number < 1_000_000, index == 0 || number < 60 else { return nil }
      whole = whole * 60 + number
    }
    let total = Double(whole) * 60 + seconds
    guard total < 1e9 else { return nil }
    time = MediaTime(seconds: total, preferredTimescale: 1000)
  }
}
