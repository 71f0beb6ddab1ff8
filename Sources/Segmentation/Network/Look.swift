/// How a network is shown the whole of a picture.
struct Look: Sendable, Hashable {
  /// Of what it is shown, in pixels.
  var longSide: Int
  /// The long side that the picture is reduced to before it is enlarged to ``longSide``: weights that have seen heads from
  /// afar only have learnt from no more detail than that, and take what is sharper for something else. Nil where the
  /// picture is shown as it is.
  var detail: Int?
}
