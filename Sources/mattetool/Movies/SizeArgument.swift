import ArgumentParser
import MatteKit

/// A size in pixels on the command line: `1280x720`.
struct SizeArgument: ExpressibleByArgument {
  let size: PixelSize

  init?(argument: String) {
    let sides = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], (2...65_535).contains(width),
      (2...65_535).contains(height)
    else { return nil }
    size = PixelSize(width: width, height: height)
  }
}
