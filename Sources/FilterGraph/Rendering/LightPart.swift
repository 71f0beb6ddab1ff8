import Imaging

extension ImageNode {
  /// A part of `area` outside of which red, green and blue are 0: where a mask that comes from a matte lets anything through.
  /// Of other images, the part that lies in the extent.
  func lightPart(of area: PixelRect) -> PixelRect {
    var node = self
    var area = extent.intersection(area)
    // Not by recursion: chains are long.
    while let input = node.operation.blackWhereBlack(node.inputs) {
      node = node.inputs[input]
      area = node.extent.intersection(area)
    }
    return (node.operation as? MatteSource)?.lightPart(of: area) ?? area
  }
}
