/// Where a filter's formula is from.
public enum FilterSource: Sendable, Hashable {
  /// What Core Image's documentation says of a filter of this name.
  case coreImage(String)
  /// A paper or a standard.
  case publication(String)
  /// Our own: no other is published.
  case own
}
