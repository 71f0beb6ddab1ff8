import FoundationEssentials

/// The scale of tests of large matrices.
public enum TestScale {
  /// Whether every combination is tried, as `make nightly` does with `MATTEKIT_TEST_SCALE=full`; otherwise a
  /// representative subset is.
  public static let isFull = ProcessInfo.processInfo.environment["MATTEKIT_TEST_SCALE"] == "full"

  /// Cases of a test: every one with ``isFull``, else some, the same each time and spread evenly over the list, with
  /// its first and its last.
  public static func some<Case>(_ count: Int, of cases: [Case]) -> [Case] {
    isFull ? cases : spread(count, over: cases)
  }

  /// A number of elements of a list, spread evenly from its first to its last; all if there are no more.
  static func spread<Case>(_ count: Int, over cases: [Case]) -> [Case] {
    guard count < cases.count else { return cases }
    guard count > 1 else { return Array(cases.prefix(count)) }
    return (0..<count).map { cases[$0 * (cases.count - 1) / (count - 1)] }
  }
}
