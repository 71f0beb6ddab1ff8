/// The input of the network for a whole picture.
struct NetworkInputSpec: Sendable, Hashable {
  /// The long side of the input, in pixels.
  var longSide: Int
  /// The long side to which the picture is reduced before it is enlarged to ``longSide``, in pixels. Weights trained on
  /// distant heads only expect no more detail than that, and misclassify sharper detail. Nil for the picture's own
  /// detail.
  var detailLongSide: Int?
}
