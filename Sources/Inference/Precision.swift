/// The number format that a network computes with. Inputs and outputs are always 32-bit floats.
public enum Precision: String, Sendable, Hashable, CaseIterable {
  /// 32-bit floats: equal on every machine to about six digits.
  case f32
  /// 16-bit floats with 8 bits of mantissa, if the processor supports them: up to twice as fast, to about two digits.
  case bf16
}
