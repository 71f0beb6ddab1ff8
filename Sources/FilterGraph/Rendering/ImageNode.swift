/// A node of the graph: an operation and what it is applied to. Immutable, shared by all images built on it.
final class ImageNode: Sendable {
  let operation: any ImageOperation
  let inputs: [ImageNode]
  let extent: Extent
  /// Whether alpha is exactly 1 in all of the extent.
  let isOpaque: Bool

  init(_ operation: any ImageOperation, _ inputs: [ImageNode] = []) {
    self.operation = operation
    self.inputs = inputs
    extent = operation.extent(of: inputs.map(\.extent))
    isOpaque = operation.isOpaque(inputs)
  }

  /// The nodes that this one is made from, itself last, each after all its inputs. Without recursion: chains are long.
  var inOrder: [ImageNode] {
    var order: [ImageNode] = []
    var finished: Set<ObjectIdentifier> = []
    var stack: [(node: ImageNode, next: Int)] = [(self, 0)]
    while let (node, next) = stack.last {
      if next < node.inputs.count {
        stack[stack.count - 1].next += 1
        let input = node.inputs[next]
        if !finished.contains(ObjectIdentifier(input)) { stack.append((input, 0)) }
      } else {
        stack.removeLast()
        if finished.insert(ObjectIdentifier(node)).inserted { order.append(node) }
      }
    }
    return order
  }
}
