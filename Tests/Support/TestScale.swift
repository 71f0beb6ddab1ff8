import FoundationEssentials

/// How much the tests of large matrices try.
public enum TestScale {
  /// Whether every combination is tried, as `make nightly` does with `MATTEKIT_TESTS=full`; else each pair of values is
  /// tried at least once.
  public static var isFull: Bool { ProcessInfo.processInfo.environment["MATTEKIT_TESTS"] == "full" }
}
