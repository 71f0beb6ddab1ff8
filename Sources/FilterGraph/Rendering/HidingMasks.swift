/// Masks of a program, each a bit, that hide a node from who reads its result.
struct HidingMasks {
  /// Where one of these is 0 in all of a run, nobody reads the node.
  var zero: UInt64 = 0
  /// Where one of these is 1 in all of a run.
  var one: UInt64 = 0

  /// Those that hide it from two readers.
  func intersection(_ other: HidingMasks) -> HidingMasks {
    HidingMasks(zero: zero & other.zero, one: one & other.one)
  }
}
