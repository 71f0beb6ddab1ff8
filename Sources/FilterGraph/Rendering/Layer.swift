import Imaging

/// A layer over an image: an operation that changes one of its inputs only in a part.
struct Layer {
  let node: ImageNode
  /// The input that is passed on.
  let input: Int
  /// The part outside of which the pixels equal the input's.
  let part: PixelRect
}

extension ImageNode {
  /// The layers over an image, topmost first, and the image at the bottom.
  ///
  /// - Parameter area: the relevant area; parts are inside of it, and may be empty.
  func layers(in area: PixelRect) -> (layers: [Layer], bottom: ImageNode) {
    var layers: [Layer] = []
    var node = self
    while let input = node.operation.passedOn(node.inputs, in: area) {
      layers.append(Layer(node: node, input: input, part: node.operation.changedPart(node.inputs, in: area)))
      node = node.inputs[input]
    }
    return (layers, node)
  }
}
