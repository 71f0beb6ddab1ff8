import Imaging

extension ImageNode {
  /// The graph without the layers that change nothing in a region: of a hundred marks on a picture only those inside.
  /// The pixels of the region are the same.
  func pruned(to region: PixelRect) -> ImageNode {
    let (layers, bottom) = layers(in: region)
    let kept = layers.filter { !$0.part.isEmpty }
    guard kept.count < layers.count else { return self }
    return kept.reversed().reduce(bottom) { below, layer in
      var inputs = layer.node.inputs
      inputs[layer.input] = below
      return ImageNode(layer.node.operation, inputs)
    }
  }
}
