/// The outputs of a run in place. Valid only within the closure that they are passed to; not to be sent to other
/// threads.
public struct NetworkOutputs {
  /// The outputs' names in order; "" for an output without one.
  public let names: [String]
  /// The outputs' shapes in order.
  public let shapes: [[Int]]
  let samples: [UnsafeMutableBufferPointer<Float>]

  /// The values of the output at an index, the last dimension running fastest.
  ///
  /// - Precondition: `index` is less than the number of ``names``.
  public subscript(index: Int) -> UnsafeBufferPointer<Float> { UnsafeBufferPointer(samples[index]) }

  /// The values of the output of a name; nil if there is none.
  public subscript(name: String) -> UnsafeBufferPointer<Float>? {
    names.firstIndex(of: name).map { self[$0] }
  }
}
