import Imaging

extension ImageNode {
  /// The part of `area` outside of which red, green and blue are known to be 0: for a mask made from a matte, where the
  /// matte is not 0; for other images, their extent.
  func nonzeroBounds(in area: PixelRect) -> PixelRect {
    var node = self
    var area = extent.intersection(area)
    // Not by recursion: chains are long.
    while let input = node.operation.inputKeepingBlack(node.inputs) {
      node = node.inputs[input]
      area = node.extent.intersection(area)
    }
    return (node.operation as? StretchedMatteSource)?.nonzeroBounds(in: area) ?? area
  }
}
