/// The content of a .cube file: a table of one or three dimensions, and the domain of its input values.
struct CubeFile: Sendable {
  /// Whether it has a curve for each component rather than a cube.
  let isCurves: Bool
  /// The number of nodes; of a cube along a side.
  let size: Int
  /// Red, green and blue; of a cube red fastest.
  let nodes: [SIMD3<Float>]
  /// The input values of red, green and blue for the first and the last node.
  let domain: [ClosedRange<Float>]

  /// The maximum number of a curve's nodes, by the specification.
  private static let mostCurveNodes = 65_536

  init(_ text: String) throws(ColorCubeTable.FileError) {
    var size: (count: Int, isCurves: Bool)?
    var nodes: [SIMD3<Float>] = []
    var (low, high) = (SIMD3<Float>(repeating: 0), SIMD3<Float>(repeating: 1))
    var domainLine = 0
    // Some programs begin their files with a byte-order mark.
    let lines = text.drop { $0 == "\u{FEFF}" }.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, raw) in lines.enumerated() {
      let words = raw.split(whereSeparator: \.isWhitespace)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      func refuse(_ reason: String) -> ColorCubeTable.FileError { .init(line: index + 1, reason: reason) }
      let numbers = words.compactMap { Float($0) }.filter(\.isFinite)
      switch first {
      case "TITLE": continue
      case "LUT_3D_SIZE", "LUT_1D_SIZE":
        let isCurves = first == "LUT_1D_SIZE"
        let most = isCurves ? Self.mostCurveNodes : ColorCubeTable.greatestDimension
        guard words.count == 2, let count = Int(words[1]), (2...most).contains(count), size == nil else {
          throw refuse("\(first) takes one whole number from 2 to \(most), and a file has one table")
        }
        size = (count, isCurves)
      case "DOMAIN_MIN", "DOMAIN_MAX":
        guard words.count == 4, numbers.count == 3 else { throw refuse("\(first) takes three numbers") }
        let values = SIMD3(numbers[0], numbers[1], numbers[2])
        if first == "DOMAIN_MIN" { low = values } else { high = values }
        domainLine = index + 1
      case "LUT_3D_INPUT_RANGE", "LUT_1D_INPUT_RANGE":
        guard words.count == 3, numbers.count == 2 else { throw refuse("\(first) takes two numbers") }
        (low, high) = (SIMD3(repeating: numbers[0]), SIMD3(repeating: numbers[1]))
        domainLine = index + 1
      default:
        // Nothing of the file is quoted before it is known to be of this format: it may be any readable file.
        guard let size else { throw refuse("LUT_3D_SIZE or LUT_1D_SIZE must come before the nodes") }
        guard words.count == 3, numbers.count == 3 else {
          throw refuse("\"\(raw.prefix(60))\" is no node of three numbers")
        }
        guard nodes.count < Self.nodeCount(size: size.count, isCurves: size.isCurves) else {
          throw refuse("there are more than \(Self.nodeCount(size: size.count, isCurves: size.isCurves)) nodes")
        }
        nodes.append(SIMD3(numbers[0], numbers[1], numbers[2]))
      }
    }
    guard let size, nodes.count == Self.nodeCount(size: size.count, isCurves: size.isCurves) else {
      throw .init(
        line: lines.count,
        reason: size.map {
          "there are \(nodes.count) nodes, not \(Self.nodeCount(size: $0.count, isCurves: $0.isCurves))"
        }
          ?? "there is no LUT_3D_SIZE and no LUT_1D_SIZE")
    }
    guard (0..<3).allSatisfy({ low[$0] < high[$0] && high[$0] - low[$0] < .infinity }) else {
      throw .init(line: domainLine, reason: "the domain ends before it begins")
    }
    isCurves = size.isCurves
    self.size = size.count
    self.nodes = nodes
    domain = (0..<3).map { low[$0]...high[$0] }
  }

  private static func nodeCount(size: Int, isCurves: Bool) -> Int { isCurves ? size : size * size * size }

  /// The table between its nodes, linear or trilinear; at its edge for places beyond.
  ///
  /// - Parameter place: in nodes, of red, green and blue.
  func value(at place: SIMD3<Float>) -> SIMD3<Float> {
    let held = pointwiseMin(pointwiseMax(place, SIMD3(repeating: 0)), SIMD3(repeating: Float(size - 1)))
    let start = pointwiseMin(held.rounded(.down), SIMD3(repeating: Float(size - 2)))
    let part = held - start
    let cell = SIMD3<Int>(Int(start.x), Int(start.y), Int(start.z))
    guard !isCurves else {
      return SIMD3(
        nodes[cell.x].x + (nodes[cell.x + 1].x - nodes[cell.x].x) * part.x,
        nodes[cell.y].y + (nodes[cell.y + 1].y - nodes[cell.y].y) * part.y,
        nodes[cell.z].z + (nodes[cell.z + 1].z - nodes[cell.z].z) * part.z)
    }
    var sum = SIMD3<Float>()
    for corner in 0..<8 {
      let step = SIMD3(corner & 1, corner >> 1 & 1, corner >> 2)
      let at = cell &+ step
      let weight =
        (step.x == 1 ? part.x : 1 - part.x) * (step.y == 1 ? part.y : 1 - part.y) * (step.z == 1 ? part.z : 1 - part.z)
      if weight > 0 { sum += nodes[(at.z * size + at.y) * size + at.x] * weight }
    }
    return sum
  }
}
