/// What a network answered, in place: valid only within the closure that it is given to.
public struct NetworkOutputs {
  /// The names in order; "" for an output without one.
  public let names: [String]
  /// The shape of each output in order.
  public let shapes: [[Int]]
  let samples: [UnsafeMutableBufferPointer<Float>]

  /// The values of the output at a place in the order.
  ///
  /// - Precondition: `index` is less than the number of ``names``.
  public subscript(index: Int) -> UnsafeBufferPointer<Float> { UnsafeBufferPointer(samples[index]) }

  /// The values of a named output; nil if there is none of the name.
  public subscript(name: String) -> UnsafeBufferPointer<Float>? {
    names.firstIndex(of: name).map { self[$0] }
  }
}
