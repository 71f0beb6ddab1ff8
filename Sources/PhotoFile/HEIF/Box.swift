/// A box of ISO/IEC 14496-12: a type, and a range of the file that holds the contents.
struct Box: Hashable {
  let type: FourCC
  let payload: Range<Int>
  /// 1 for a box of the file, 2 for a box in that, and so on.
  let depth: Int
}
