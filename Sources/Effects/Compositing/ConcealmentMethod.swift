/// How ``HideFaces`` and ``HideCodes`` make an area unrecognisable.
public enum ConcealmentMethod: String, Sendable, CaseIterable {
  /// A blur in which no detail is left.
  case blur
  /// Squares of one colour, too large to tell details.
  case pixellate
  /// One colour.
  case fill
}
