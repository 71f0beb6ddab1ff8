import CPixelKernels

/// The masks of a program that are 0, or 1, in a whole run, each evaluated once, on first use.
struct RunMasks {
  private let masks: [PixelProgram.Mask]
  private var zero = Answers()
  private var one = Answers()

  /// The known values of masks, as bits.
  private struct Answers {
    var known: UInt64 = 0
    var yes: UInt64 = 0
  }

  init(_ masks: [PixelProgram.Mask]) { self.masks = masks }

  /// Clears the results of the last run.
  mutating func reset() { (zero, one) = (Answers(), Answers()) }

  /// Whether one of the given masks (bits) is 0; all of them have been rendered.
  mutating func areAnyZero(_ requested: UInt64, _ registers: UnsafeMutableBufferPointer<PixelRow>) -> Bool {
    Self.isAny(requested, of: masks, registers, &zero) { pk_is_zero($0, $1) }
  }

  /// Whether any of the given masks (bits) is 1; all of them have been rendered.
  mutating func areAnyOne(_ requested: UInt64, _ registers: UnsafeMutableBufferPointer<PixelRow>) -> Bool {
    Self.isAny(requested, of: masks, registers, &one) { pk_is_one($0, $1) }
  }

  @inline(__always)
  private static func isAny(
    _ requested: UInt64, of masks: [PixelProgram.Mask], _ registers: UnsafeMutableBufferPointer<PixelRow>,
    _ answers: inout Answers, is question: (UnsafePointer<Float>, Int) -> Int32
  ) -> Bool {
    var open = requested & ~answers.known
    while open != 0 {
      let index = open.trailingZeroBitCount
      let bit: UInt64 = 1 << UInt64(index)
      let row = registers[masks[index].register]
      if question(row.plane(masks[index].component), row.count) != 0 { answers.yes |= bit }
      answers.known |= bit
      open &= ~bit
    }
    return answers.yes & requested != 0
  }
}
