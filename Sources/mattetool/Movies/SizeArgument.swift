import ArgumentParser
import MatteKit

/// A size in pixels on the command line: `1280x720`. ``check()`` refuses sides that no movie has.
struct SizeArgument: ExpressibleByArgument {
  let size: PixelSize

  init?(argument: String) {
    let sides = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], width >= 0, height >= 0
    else { return nil }
    size = PixelSize(width: width, height: height)
  }

  /// - Throws: `ValidationError` for sides that are too long, or too short for frames of even sides.
  func check() throws {
    guard (2...65_535).contains(size.width), (2...65_535).contains(size.height) else {
      throw ValidationError("--size takes sides of 2 to 65535 pixels, not \(size)")
    }
  }
}
