/// The frequency of each colour among the cells that certainly show a person: a histogram of 16 levels of red, green
/// and blue, smoothed over neighbouring bins.
///
/// Where people wear the background's colour, that colour is weak evidence against a person.
struct PersonColors: Sendable {
  private static let levels = 16
  /// The least number of cells for the shares: fewer cells would count too much.
  private static let fewestCells = 50
  private var shares: [Float]

  /// - Parameters:
  ///   - colors: in levels of `0...255`.
  ///   - isPerson: whether a colour's cell certainly shows a person.
  init(of colors: [SIMD4<Float>], where isPerson: (Int) -> Bool) {
    var counts = [Float](repeating: 0, count: Self.levels * Self.levels * Self.levels)
    var cells = 0
    for index in colors.indices where isPerson(index) {
      counts[Self.bin(of: colors[index])] += 1
      cells += 1
    }
    let scale = 1 / Float(max(cells, Self.fewestCells))
    shares = counts.map { $0 * scale }
    for stride in [1, Self.levels, Self.levels * Self.levels] { smooth(along: stride) }
  }

  /// The share of the person's cells with about this colour, `0...1` and a little more where bins meet.
  func share(of color: SIMD4<Float>) -> Float { shares[Self.bin(of: color)] }

  /// Adds half of both neighbours along an axis.
  private mutating func smooth(along stride: Int) {
    let before = shares
    for bin in before.indices {
      let level = bin / stride % Self.levels
      if level > 0 { shares[bin] += before[bin - stride] / 2 }
      if level < Self.levels - 1 { shares[bin] += before[bin + stride] / 2 }
    }
  }

  private static func bin(of color: SIMD4<Float>) -> Int {
    func level(_ value: Float) -> Int { min(max(Int(value) * levels / 256, 0), levels - 1) }
    return (level(color.x) * levels + level(color.y)) * levels + level(color.z)
  }
}
