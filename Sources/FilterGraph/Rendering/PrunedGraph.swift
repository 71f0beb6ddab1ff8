import Imaging

extension ImageNode {
  /// How many things that were laid over a picture, one after the other, change a region of it.
  func changeCount(in region: PixelRect) -> Int {
    var count = 0
    var node = self
    while let input = node.operation.passedOn(node.inputs, in: region) {
      if !node.operation.changedPart(node.inputs, in: region).isEmpty { count += 1 }
      node = node.inputs[input]
    }
    return count
  }

  /// The graph without what changes nothing in a region: of a hundred marks on a picture those that lie there. The pixels of
  /// the region are the same, and a plan of it is as long as what is seen.
  func pruned(to region: PixelRect) -> ImageNode {
    var kept: [(node: ImageNode, input: Int)] = []
    var node = self
    var isShorter = false
    while let input = node.operation.passedOn(node.inputs, in: region) {
      if node.operation.changedPart(node.inputs, in: region).isEmpty {
        isShorter = true
      } else {
        kept.append((node, input))
      }
      node = node.inputs[input]
    }
    guard isShorter else { return self }
    return kept.reversed().reduce(node) { below, kept in
      var inputs = kept.node.inputs
      inputs[kept.input] = below
      return ImageNode(kept.node.operation, inputs)
    }
  }
}
