import FilterGraph
import Imaging

/// How a picture fits a frame of another shape.
public enum Fit: String, Sendable, CaseIterable {
  /// Scaled to fill the frame; the overhang is cut off, equally on both sides.
  case cover
  /// Scaled to fit inside the frame; the rest is left empty, equally on both sides.
  case contain
  /// Distorted to the frame.
  case stretch
  /// In its own size, repeated from the top left.
  case tile
}

extension EffectValue.Picture {
  /// The picture over a frame from (0, 0).
  func fitted(_ fit: Fit, into frame: PixelSize) -> Image {
    switch fit {
    case .cover: scaled(into: frame, by: max)
    case .contain: scaled(into: frame, by: min)
    case .stretch: image.scaled(to: frame)
    case .tile: Tiles(of: self, in: frame).image
    }
  }

  private func scaled(into frame: PixelSize, by choose: (Double, Double) -> Double) -> Image {
    let scale = choose(
      Double(frame.width) / Double(size.width), Double(frame.height) / Double(size.height))
    let target = size.scaled(by: scale)
    return image.scaled(to: target).transformed(
      by: .translation(
        x: Double((frame.width - target.width) / 2), y: Double((frame.height - target.height) / 2)))
  }
}

/// A picture repeated. It is rendered once and sampled from there.
private struct Tiles: PixelKernel {
  private let size: PixelSize
  private let frame: PixelSize
  /// Red, green, blue, alpha of each pixel, not premultiplied; empty if the picture cannot be rendered.
  private let pixels: [SIMD4<Float>]

  init(of picture: EffectValue.Picture, in frame: PixelSize) {
    size = PixelSize(width: min(picture.size.width, frame.width), height: min(picture.size.height, frame.height))
    self.frame = frame
    // A picture that cannot be rendered is empty; the other fits report the error where it is the input.
    let rendered = try? Renderer().render(
      picture.image, in: PixelRect(size), as: .rgbaFloat, colorSpace: .extendedLinearSRGB, alphaType: .straight)
    pixels = rendered?.withUnsafeBytes { Array($0.bindMemory(to: SIMD4<Float>.self)) } ?? []
  }

  var image: Image {
    pixels.isEmpty ? .empty : Image.color(.white).cropped(to: PixelRect(frame)).applying(self)
  }

  var name: String { "tiles \(size)" }
  var changesAlpha: Bool { true }

  func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
    pixels[y % size.height * size.width + x % size.width]
  }
}
