import CPixelKernels

/// Which masks of a program are 0, or 1, in all of a run, each looked at once, when first asked for.
struct RunMasks {
  private let masks: [PixelProgram.Mask]
  private var known: UInt64 = 0
  private var zero: UInt64 = 0
  private var knownOne: UInt64 = 0
  private var one: UInt64 = 0

  init(_ masks: [PixelProgram.Mask]) { self.masks = masks }

  /// Whether one of the masks that are given as bits is 0; all of them have been rendered.
  mutating func areAnyZero(_ asked: UInt64, _ registers: UnsafeMutableBufferPointer<PixelRow>) -> Bool {
    var open = asked & ~known
    while open != 0 {
      let index = open.trailingZeroBitCount
      let bit: UInt64 = 1 << UInt64(index)
      let row = registers[masks[index].register]
      if pk_is_zero(row.plane(masks[index].component), row.count) != 0 { zero |= bit }
      known |= bit
      open &= ~bit
    }
    return zero & asked != 0
  }

  /// Whether any of the masks that are given as bits is 1; all of them have been rendered.
  mutating func areAnyOne(_ asked: UInt64, _ registers: UnsafeMutableBufferPointer<PixelRow>) -> Bool {
    var open = asked & ~knownOne
    while open != 0 {
      let index = open.trailingZeroBitCount
      let bit: UInt64 = 1 << UInt64(index)
      let row = registers[masks[index].register]
      if pk_is_one(row.plane(masks[index].component), row.count) != 0 { one |= bit }
      knownOne |= bit
      open &= ~bit
    }
    return one & asked != 0
  }
}
