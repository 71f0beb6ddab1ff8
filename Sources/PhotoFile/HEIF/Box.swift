/// A box of ISO/IEC 14496-12: a type, and the range of the file with its contents.
struct Box: Hashable {
  let type: FourCC
  let payload: Range<Int>
  /// The nesting depth: 1 for a box of the file, 2 for a box in that, and so on.
  let depth: Int
}
