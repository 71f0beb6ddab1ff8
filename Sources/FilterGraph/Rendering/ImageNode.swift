/// A node of the graph: an operation and its inputs. Immutable, shared by all images built on it.
final class ImageNode: Sendable {
  let operation: any ImageOperation
  /// Never changed except at the end of the node.
  nonisolated(unsafe) private var links: [ImageNode]
  var inputs: [ImageNode] { links }
  let extent: Extent
  /// Whether alpha is exactly 1 in all of the extent.
  let isOpaque: Bool

  init(_ operation: any ImageOperation, _ inputs: [ImageNode] = []) {
    self.operation = operation
    links = inputs
    extent = operation.extent(of: inputs.map(\.extent))
    isOpaque = operation.isOpaque(inputs)
  }

  /// Releases the nodes that only this one references in a loop: recursive release of a long chain would take a stack
  /// frame for each.
  deinit {
    var ended = links
    links = []
    while var node = ended.popLast() {
      guard isKnownUniquelyReferenced(&node) else { continue }
      ended += node.links
      node.links = []
    }
  }

  /// The nodes that this one depends on, itself last, each after all its inputs. Without recursion, because chains are
  /// long.
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
