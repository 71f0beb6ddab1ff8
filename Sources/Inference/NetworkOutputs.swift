/// The outputs of a run in place. Valid only within the closure that receives them; not to be sent to other threads.
package struct NetworkOutputs {
  /// The outputs' shapes in order.
  package let shapes: [[Int]]
  let samples: [UnsafeMutableBufferPointer<Float>]
  /// The network, which knows all names of its outputs.
  let network: CompiledNetwork

  /// The values of the output at an index, the last dimension running fastest.
  ///
  /// - Precondition: `index` is less than the number of ``shapes``.
  package subscript(index: Int) -> UnsafeBufferPointer<Float> { UnsafeBufferPointer(samples[index]) }

  /// The index of the output with a name; nil if there is none.
  package func index(of name: String) -> Int? { network.outputIndex(of: name) }

  /// The values of the output of a name; nil if there is none.
  package subscript(name: String) -> UnsafeBufferPointer<Float>? { index(of: name).map { self[$0] } }
}
