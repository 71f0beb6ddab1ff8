import FoundationEssentials
import Imaging
import Kernels

/// Why an image cannot be rendered.
public enum RenderError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// The image is infinite, and no rectangle was given.
  case infiniteExtent
  /// There is no pixel to render.
  case emptyRegion(String)
  /// The rectangle has more pixels than can be addressed, or lies too far from the origin.
  case regionTooLarge(PixelRect)
  /// The destination picture's size differs from that of the rendered rectangle.
  case wrongSize(PixelSize, buffer: PixelSize)
  /// The colour space of a buffer in the image, or of the result, cannot be used.
  case colorSpace(ColorProfileError)
  /// A filter in the graph has invalid parameters.
  case filter(FilterError)
  /// The task that the render ran in was cancelled.
  case cancelled

  /// The text that Foundation shows as `localizedDescription`: ``description``.
  public var errorDescription: String? { description }

  public var description: String {
    switch self {
    case .infiniteExtent: "The image is infinite; give the rectangle to render, or crop the image first."
    case .emptyRegion(let extent): "There is nothing to render: the image's extent is \(extent)."
    case .regionTooLarge(let rect):
      "The rectangle \(rect) is too large to render; render it in parts, or give a smaller scale, radius or rectangle."
    case .wrongSize(let size, let buffer):
      "What is rendered is \(size) pixels large, the buffer for it \(buffer); make a buffer of the rectangle's size."
    case .colorSpace(let error): "The image cannot be rendered: \(error)"
    case .filter(let error): "The image cannot be rendered: \(error)"
    case .cancelled: "The render was cancelled."
    }
  }
}
