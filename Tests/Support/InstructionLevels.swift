import CPixelKernels
import Synchronization

/// The instruction sets that the processor has copies of the pixel loops for: 0 baseline, 1 AVX2, 2 AVX-512.
///
/// The choice holds for the whole process, so tests take turns. What other tests compute meanwhile does not depend on it.
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
