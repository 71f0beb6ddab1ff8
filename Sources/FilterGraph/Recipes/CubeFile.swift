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

extension CubeFile {
  init(_ text: String) throws(ColorCubeTable.FileError) {
    var reader = CubeFileReader()
    // Some programs begin their files with a byte-order mark.
    let lines = text.drop { $0 == "\u{FEFF}" }.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for line in lines { try reader.read(line) }
    self = try reader.file()
  }
}
