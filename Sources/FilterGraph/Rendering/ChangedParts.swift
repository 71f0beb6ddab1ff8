import Imaging

extension Image {
  /// Where this image may differ from one that it was made from: a rectangle for each thing that was laid over it, or nil
  /// where that is not known.
  ///
  /// - Parameter area: where it matters; pixels outside do not.
  package func changes(from original: Image, in area: PixelRect) -> [PixelRect]? {
    var parts: [PixelRect] = []
    var node = node
    while node !== original.node {
      guard let input = node.operation.passedOn(node.inputs, in: area) else { return nil }
      let part = node.operation.changedPart(node.inputs, in: area)
      if !part.isEmpty { parts.append(part) }
      node = node.inputs[input]
    }
    return parts
  }
}
