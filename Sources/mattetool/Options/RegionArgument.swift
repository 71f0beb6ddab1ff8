import ArgumentParser
import MatteKit

/// A part of a picture on the command line.
struct RegionArgument: ExpressibleByArgument {
  let rect: NormalizedRect

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).compactMap {
      DecimalNumber.value($0)
    }
    guard numbers.count == 4, argument.split(separator: ",", omittingEmptySubsequences: false).count == 4,
      numbers.allSatisfy({ (0...1).contains($0) }), numbers[2] > 0, numbers[3] > 0
    else { return nil }
    rect = NormalizedRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
