import Imaging
import Kernels

/// The part of a picture in which faces are searched for.
struct RegionOfInterest: Sendable {
  /// The part's pixels, as stored.
  let pixels: PixelBuffer
  /// Whether the part is the whole picture.
  let isWhole: Bool
  private let whole: FrameGeometry
  private let part: FrameGeometry

  /// Nil where the region contains no pixel.
  ///
  /// - Parameter region: in the upright picture.
  init?(_ region: NormalizedRect, of stored: PixelBuffer, orientation: Orientation) {
    let upright = orientation.apply(to: stored.size)
    let rect = orientation.inverse.apply(to: region).pixels(in: stored.size)
    guard !rect.isEmpty else { return nil }
    isWhole = rect == PixelRect(stored.size)
    pixels = isWhole ? stored : stored.cropped(to: rect)
    whole = FrameGeometry(uprightSize: upright)
    part = whole.cropped(to: orientation.apply(to: rect.normalized(in: stored.size)))
  }

  /// Converts a face from the part's coordinates to those of the whole picture, both upright.
  func face(_ face: Face) -> Face { face.transformed(to: whole, from: part) }
}
