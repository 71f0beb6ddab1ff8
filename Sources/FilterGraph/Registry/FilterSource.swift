/// The source of a filter's formula.
public enum FilterSource: Sendable, Hashable {
  /// Core Image's documentation of a filter with this name.
  case coreImage(String)
  /// A paper or a standard.
  case publication(String)
  /// Our own: no other is published.
  case own
}
