import FoundationEssentials

/// A colour cube read from a file: `dimension` to the power of 3 nodes of red, green, blue and alpha, red fastest, over
/// 0...1.
public struct ColorCubeTable: Sendable, Hashable {
  /// The number of nodes along a side of the cube.
  public let dimension: Int
  /// Red, green, blue and alpha of each node, red fastest, then green, then blue.
  public let samples: [Float]
  /// The file's own nodes, three samples a step, if it is one-dimensional with the same domain for all components:
  /// ``ColorCurves`` interpolates between these, of which a cube contains only some.
  let curves: [Float]?
  /// The input values of the first and the last node.
  let curvesDomain: ClosedRange<Float>

  /// An error in a .cube file.
  public struct FileError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
    /// The line of the file, from 1.
    public let line: Int
    /// The fault of the line, and the expected content.
    public let reason: String
    /// The text that Foundation shows as `localizedDescription`: ``description``.
    public var errorDescription: String? { description }

    public var description: String { "line \(line): \(reason)" }
  }

  /// Reads the text of a .cube file (Adobe, "Cube LUT Specification 1.0"; `LUT_1D_INPUT_RANGE` and `LUT_3D_INPUT_RANGE`
  /// as DaVinci Resolve writes them).
  ///
  /// The file does not state the encoding of its values. Nearly all are made for sRGB or Rec. 709 values, and so a
  /// recipe looks colours up in sRGB; in Swift give the colour space to `colorCubeWithColorSpace`.
  ///
  /// A table of one dimension becomes a cube of as many nodes a side, at most 128, and one over another domain than
  /// 0...1 the part of it over 0...1, of at most 128 nodes a side: both are exact at their own nodes as long as those
  /// are few enough. Outside its domain a table is constant. A recipe uses the one-dimensional table itself, whatever
  /// its number of nodes.
  ///
  /// - Throws: ``ColorCubeTable/FileError`` with the line of the first mistake.
  public init(cubeFile text: String) throws(FileError) {
    let file = try CubeFile(text)
    let range = file.domain
    let isUnit = range.allSatisfy { $0 == 0...1 }
    let isShared = range.allSatisfy { $0 == range[0] }
    curves = file.isCurves && isShared ? file.nodes.flatMap { [$0.x, $0.y, $0.z] } : nil
    curvesDomain = range[0]
    if !file.isCurves, isUnit {
      dimension = file.size
      samples = file.nodes.flatMap { [$0.x, $0.y, $0.z, 1] }
      return
    }
    // The number of nodes for which those of the file within 0...1 are met exactly, if their spacing is that of most
    // files.
    let widest = range.map { $0.upperBound - $0.lowerBound }.max() ?? 1
    let wanted = isUnit ? file.size : Int((Double(file.size - 1) / Double(min(widest, 1))).rounded(.up)) + 1
    let count = min(max(wanted, 2), Self.greatestDimension)
    var samples: [Float] = []
    samples.reserveCapacity(4 * count * count * count)
    func place(_ index: Int, _ axis: Int) -> Float {
      let value = Float(index) / Float(count - 1)
      return (value - range[axis].lowerBound) / (range[axis].upperBound - range[axis].lowerBound) * Float(file.size - 1)
    }
    for blue in 0..<count {
      for green in 0..<count {
        for red in 0..<count {
          let node = file.value(at: SIMD3(place(red, 0), place(green, 1), place(blue, 2)))
          samples += [node.x, node.y, node.z, 1]
        }
      }
    }
    dimension = count
    self.samples = samples
  }

  static let greatestDimension = 128
}
