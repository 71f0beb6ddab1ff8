/// Reads a .cube file line by line.
struct CubeFileReader {
  private var table: (size: Int, isCurves: Bool)?
  private var nodes: [SIMD3<Float>] = []
  private var low = SIMD3<Float>(repeating: 0)
  private var high = SIMD3<Float>(repeating: 1)
  private var lineNumber = 0
  /// The number of the last line with an edge of the domain.
  private var domainLine = 0

  /// The maximum number of a curve's nodes, by the specification.
  private static let mostCurveNodes = 65_536

  private func failure(_ reason: String) -> ColorCubeTable.FileError { .init(line: lineNumber, reason: reason) }

  mutating func read(_ line: Substring) throws(ColorCubeTable.FileError) {
    lineNumber += 1
    let words = line.split(whereSeparator: \.isWhitespace)
    guard let keyword = words.first, !keyword.hasPrefix("#") else { return }
    switch keyword {
    case "TITLE": return
    case "LUT_3D_SIZE", "LUT_1D_SIZE": try readSize(words)
    case "DOMAIN_MIN", "DOMAIN_MAX":
      guard let numbers = Self.numbers(words.dropFirst(), count: 3) else {
        throw failure("\(keyword) takes three numbers")
      }
      let edge = SIMD3(numbers[0], numbers[1], numbers[2])
      if keyword == "DOMAIN_MIN" { low = edge } else { high = edge }
      domainLine = lineNumber
    case "LUT_3D_INPUT_RANGE", "LUT_1D_INPUT_RANGE":
      guard let numbers = Self.numbers(words.dropFirst(), count: 2) else {
        throw failure("\(keyword) takes two numbers")
      }
      (low, high) = (SIMD3(repeating: numbers[0]), SIMD3(repeating: numbers[1]))
      domainLine = lineNumber
    default: try readNode(words, of: line)
    }
  }

  private mutating func readSize(_ words: [Substring]) throws(ColorCubeTable.FileError) {
    let isCurves = words[0] == "LUT_1D_SIZE"
    let most = isCurves ? Self.mostCurveNodes : ColorCubeTable.greatestDimension
    guard words.count == 2, let size = Int(words[1]), (2...most).contains(size), table == nil else {
      throw failure("\(words[0]) takes one whole number from 2 to \(most), and a file has one table")
    }
    table = (size, isCurves)
  }

  private mutating func readNode(_ words: [Substring], of line: Substring) throws(ColorCubeTable.FileError) {
    // Nothing of the file is quoted before it is known to be of this format: it may be any readable file.
    guard let nodeCount else { throw failure("LUT_3D_SIZE or LUT_1D_SIZE must come before the nodes") }
    guard let numbers = Self.numbers(words[...], count: 3) else {
      throw failure("\"\(line.prefix(60))\" is not a node of three numbers")
    }
    guard nodes.count < nodeCount else { throw failure("there are more than \(nodeCount) nodes") }
    nodes.append(SIMD3(numbers[0], numbers[1], numbers[2]))
  }

  /// The words as finite numbers; nil if they are not as many.
  private static func numbers(_ words: ArraySlice<Substring>, count: Int) -> [Float]? {
    let numbers = words.compactMap { Float($0) }.filter(\.isFinite)
    return words.count == count && numbers.count == count ? numbers : nil
  }

  /// The number of nodes that the file states; nil before its size.
  private var nodeCount: Int? {
    table.map { $0.isCurves ? $0.size : $0.size * $0.size * $0.size }
  }

  /// The file, after its last line.
  func file() throws(ColorCubeTable.FileError) -> CubeFile {
    guard let table, let nodeCount else { throw failure("there is no LUT_3D_SIZE and no LUT_1D_SIZE") }
    guard nodes.count == nodeCount else { throw failure("there are \(nodes.count) nodes, not \(nodeCount)") }
    guard (0..<3).allSatisfy({ low[$0] < high[$0] && high[$0] - low[$0] < .infinity }) else {
      throw .init(line: domainLine, reason: "the domain ends before it begins")
    }
    return CubeFile(
      isCurves: table.isCurves, size: table.size, nodes: nodes, domain: (0..<3).map { low[$0]...high[$0] })
  }
}
