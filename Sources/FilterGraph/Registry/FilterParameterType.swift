/// The type of a filter's parameter.
public enum FilterParameterType: String, Sendable, Hashable, CaseIterable {
  /// A number.
  case number
  /// `true` or `false`.
  case boolean
  /// A string.
  case text
  /// Several numbers.
  case vector
  /// A table of samples.
  case data
  /// A colour, as CSS writes it.
  case color
  /// x and y, in pixels.
  case point
  /// x, y, width and height, in pixels.
  case rect
  /// a, b, c, d, tx and ty of an affine transform.
  case transform
  /// A colour space, by its name.
  case colorSpace = "colour space"
  /// A further image.
  case image
}
