import COpenCV

/// The interpolation between samples.
public enum Interpolation: Sendable, Hashable, CaseIterable {
  /// Area for a reduced dimension, linear for an enlarged one.
  case automatic
  /// The nearest sample as it is.
  case nearest
  /// Between the two nearest samples in each dimension.
  case linear
  /// Catmull-Rom-like cubic over four samples in each dimension; may overshoot at edges.
  case cubic
  /// The mean of the covered area: no aliasing when a picture shrinks. An enlarged dimension is linear.
  case area

  var filter: MKFilter {
    switch self {
    case .nearest: MKFilterNearest
    case .linear: MKFilterLinear
    case .cubic: MKFilterCubic
    case .area, .automatic: MKFilterArea
    }
  }
}
