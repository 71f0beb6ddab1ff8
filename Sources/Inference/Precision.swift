/// The kind of number that a network computes with; its inputs and outputs are 32-bit floats in any case.
public enum Precision: String, Sendable, Hashable, CaseIterable {
  /// 32-bit floats: the same answer on every machine to about six digits.
  case f32
  /// 16-bit floats with 8 bits of mantissa, where the processor has them: up to twice as fast, about two digits.
  case bf16
}
