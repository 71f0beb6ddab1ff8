/// An array of floats with one or more dimensions, the last one running fastest.
package struct Tensor: Sendable, Hashable {
  /// The extent of each dimension, such as `[1, 3, 512, 512]` for one RGB picture of 512 x 512.
  package let shape: [Int]
  /// The values; as many as the product of ``shape``.
  package var values: [Float]

  /// Creates a tensor from its values.
  ///
  /// - Precondition: `values` has as many elements as the product of `shape`.
  package init(shape: [Int], values: [Float]) {
    precondition(shape.allSatisfy { $0 >= 0 } && shape.reduce(1, *) == values.count, "values do not fill the shape")
    self.shape = shape
    self.values = values
  }

  /// Creates a tensor with the same value everywhere.
  package init(shape: [Int], repeating value: Float = 0) {
    self.init(shape: shape, values: [Float](repeating: value, count: shape.reduce(1, *)))
  }

  /// The value at an index for each dimension.
  ///
  /// - Precondition: there are as many indices as dimensions, each within its extent.
  package subscript(indices: Int...) -> Float {
    get { values[offset(of: indices)] }
    set { values[offset(of: indices)] = newValue }
  }

  private func offset(of indices: [Int]) -> Int {
    precondition(indices.count == shape.count, "a tensor of \(shape.count) dimensions has as many indices")
    var offset = 0
    for (index, extent) in zip(indices, shape) {
      precondition(index >= 0 && index < extent, "an index is outside its dimension")
      offset = offset * extent + index
    }
    return offset
  }
}
