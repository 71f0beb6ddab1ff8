import Imaging

/// The remaining work and memory for an overlay with all its layers. Layers may share a picture, so that a small file
/// could take as much work as a large one.
struct OverlayAllowance {
  /// Overlays within overlays.
  static let depth = 4

  private var pixels: Int
  private var layers: Int
  private let limits: ReadingLimits

  init(_ limits: ReadingLimits) {
    self.limits = limits
    pixels = limits.totalPixels
    layers = limits.tiles
  }

  /// A canvas, or a picture that is decoded for a layer.
  mutating func use(_ size: PixelSize) throws(HEIFError) {
    guard size.area <= limits.pixels else {
      throw .limitExceeded(ReadingLimits.refusal("a picture of \(size) pixels", limits.pixels, "pixels"))
    }
    pixels -= size.area
    guard pixels >= 0 else {
      throw .limitExceeded(
        ReadingLimits.refusal(
          "layers of \(limits.totalPixels - pixels) pixels together", limits.totalPixels, "totalPixels"))
    }
  }

  mutating func useLayers(_ count: Int) throws(HEIFError) {
    layers -= count
    guard layers >= 0 else {
      throw .limitExceeded(ReadingLimits.refusal("\(limits.tiles - layers) layers", limits.tiles, "tiles"))
    }
  }
}
