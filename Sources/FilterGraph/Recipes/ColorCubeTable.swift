/// A colour cube read from a file: `dimension` to the power of 3 nodes of red, green, blue and alpha, red fastest.
public struct ColorCubeTable: Sendable, Hashable {
  /// The number of nodes along a side of the cube.
  public let dimension: Int
  /// Red, green, blue and alpha of each node, red fastest, then green, then blue.
  public let samples: [Float]

  /// What is wrong with a .cube file, and in which line.
  public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line of the file, from 1.
    public let line: Int
    /// What is wrong with the line, and what it should be.
    public let reason: String
    public var description: String { "line \(line): \(reason)" }
  }

  /// Reads the text of a .cube file (Adobe, "Cube LUT Specification 1.0") that holds a three-dimensional table over
  /// 0...1. What colours its values are encoded in, the file does not say: give the colour space to
  /// `colorCubeWithColorSpace`; most are made for sRGB or Rec. 709 values.
  public init(cubeFile text: String) throws(FileError) {
    var dimension = 0
    var samples: [Float] = []
    for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let words = raw.split(whereSeparator: \.isWhitespace)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      func refuse(_ reason: String) -> FileError { FileError(line: index + 1, reason: reason) }
      let numbers = words.compactMap { Float($0) }.filter(\.isFinite)
      switch first {
      case "TITLE": continue
      case "LUT_3D_SIZE":
        guard words.count == 2, let size = Int(words[1]), (2...128).contains(size), dimension == 0 else {
          throw refuse("LUT_3D_SIZE takes one whole number from 2 to 128, once")
        }
        dimension = size
        samples.reserveCapacity(4 * size * size * size)
      case "LUT_1D_SIZE": throw refuse("a table of one dimension is no cube")
      case "DOMAIN_MIN":
        guard words.count == 4, numbers == [0, 0, 0] else { throw refuse("only the domain from 0 to 1 is understood") }
      case "DOMAIN_MAX":
        guard words.count == 4, numbers == [1, 1, 1] else { throw refuse("only the domain from 0 to 1 is understood") }
      default:
        guard words.count == 3, numbers.count == 3 else { throw refuse("\"\(raw)\" is no node of three numbers") }
        guard dimension > 0 else { throw refuse("the size must come before the nodes") }
        guard samples.count < 4 * dimension * dimension * dimension else {
          throw refuse("there are more than \(dimension * dimension * dimension) nodes")
        }
        samples += numbers + [1]
      }
    }
    guard dimension > 0, samples.count == 4 * dimension * dimension * dimension else {
      throw FileError(
        line: text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count,
        reason: dimension == 0
          ? "there is no LUT_3D_SIZE"
          : "there are \(samples.count / 4) nodes, not \(dimension * dimension * dimension)")
    }
    self.dimension = dimension
    self.samples = samples
  }
}
