/// The taps of a convolution as sums of runs: adjacent taps of equal weight become few sums of 2, 4 or 8 pixels, which
/// all runs of a row share.
struct TapRuns: Sendable {
  /// A sum of `1 << level` pixels from an offset.
  struct Step: Sendable {
    let level: Int
    let dx: Int
    let dy: Int
    let weight: Float
  }

  /// Sums of 1, 2, 4 and 8 pixels.
  static let levelCount = 4

  let steps: [Step]

  var count: Int { steps.count }

  init(_ taps: [ConvolveOperation.Tap]) {
    let sorted = taps.sorted { ($0.dy, $0.dx) < ($1.dy, $1.dx) }
    var steps: [Step] = []
    var index = 0
    while index < sorted.count {
      let first = sorted[index]
      var length = 1
      while index + length < sorted.count, sorted[index + length].dy == first.dy,
        sorted[index + length].dx == first.dx + length, sorted[index + length].weight == first.weight
      {
        length += 1
      }
      var done = 0
      for level in (0..<Self.levelCount).reversed() {
        while length - done >= 1 << level {
          steps.append(Step(level: level, dx: first.dx + done, dy: first.dy, weight: first.weight))
          done += 1 << level
        }
      }
      index += length
    }
    self.steps = steps
  }
}
