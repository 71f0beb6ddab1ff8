/// Masks of a program, each a bit, that hide a node from a reader of its result.
struct HidingMasks {
  /// Masks that hide the node if they are 0 in a whole run.
  var zero: UInt64 = 0
  /// Masks that hide the node if they are 1 in a whole run.
  var one: UInt64 = 0

  /// The masks that hide the node from both of two readers.
  func intersection(_ other: HidingMasks) -> HidingMasks {
    HidingMasks(zero: zero & other.zero, one: one & other.one)
  }
}
