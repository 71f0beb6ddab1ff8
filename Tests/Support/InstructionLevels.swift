import CPixelKernels
import Synchronization

/// The instruction sets for which the processor has copies of the pixel loops: 0 baseline, 1 AVX2, 2 AVX-512.
///
/// The choice applies to the whole process, so tests take turns. Results of other tests do not depend on it.
public enum InstructionLevels {
  private static let turn = Mutex(())

  /// The results of `body` with each instruction set, the lowest first.
  public static func map<Result>(_ body: (_ level: Int32) throws -> Result) rethrows -> [Result] {
    try turn.withLock { _ in
      defer { pk_limit_level(2) }
      pk_limit_level(2)
      var results: [Result] = []
      for level in 0...pk_level() {
        pk_limit_level(level)
        results.append(try body(level))
      }
      return results
    }
  }
}
