import Imaging

extension Image {
  /// The parts in which this image may differ from one that it was made from: a rectangle for each layer over it, or
  /// nil if unknown.
  ///
  /// - Parameter area: where it matters; pixels outside do not.
  package func changes(from original: Image, in area: PixelRect) -> [PixelRect]? {
    let (layers, bottom) = node.layers(in: area)
    let above = layers.prefix { $0.node !== original.node }
    guard above.count < layers.count || bottom === original.node else { return nil }
    return above.map(\.part).filter { !$0.isEmpty }
  }
}
