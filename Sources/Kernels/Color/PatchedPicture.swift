import Imaging
import Synchronization

/// A picture in planes with some parts redrawn: other parts keep their samples when it is written as planes again. May
/// be shared by threads.
package final class PatchedPicture: FramePicture {
  /// A part with new pixels, of the picture's format and colour space, opaque.
  package struct Patch: Sendable {
    package let rect: PixelRect
    package let pixels: PixelBuffer

    /// - Precondition: `pixels` has the size of `rect`.
    package init(_ rect: PixelRect, pixels: PixelBuffer) {
      precondition(pixels.size == rect.size, "a patch has the size of its place")
      self.rect = rect
      self.pixels = pixels
    }
  }

  /// The picture as it was.
  package let base: YCbCrPicture
  package let patches: [Patch]
  private let made = Mutex<PixelBuffer?>(nil)

  /// - Parameter patches: parts in the picture that do not overlap.
  package init(_ base: YCbCrPicture, patches: [Patch]) {
    // The whole picture's pixels were made for drawing, and are not needed any more.
    self.base = base.madePixels == nil ? base : base.withoutPixels
    self.patches = patches
  }

  /// A margin round drawn parts, so that chroma can be computed.
  package static let margin = 4

  /// The rectangles of patches for changed parts of a picture: with a margin, at even columns and rows, disjoint.
  package static func places(for parts: [PixelRect], in size: PixelSize) -> [PixelRect] {
    let area = PixelRect(size)
    func even(_ rect: PixelRect) -> PixelRect {
      let (x, y) = (rect.x & ~1, rect.y & ~1)
      let (right, bottom) = (min((rect.maxX + 1) & ~1, size.width), min((rect.maxY + 1) & ~1, size.height))
      return PixelRect(x: x, y: y, width: right - x, height: bottom - y)
    }
    var places: [PixelRect] = []
    for part in parts {
      var place = part.outset(by: margin).intersection(area)
      guard !place.isEmpty else { continue }
      place = even(place)
      while let other = places.firstIndex(where: { !$0.intersection(place).isEmpty }) {
        place = place.union(places.remove(at: other))
      }
      places.append(place)
    }
    return places
  }

  package var size: PixelSize { base.size }
  package var format: PixelFormat { base.format }
  package var colorSpace: ColorSpace { base.colorSpace }

  package var pixels: PixelBuffer {
    if let only = patches.first, only.rect == PixelRect(size) { return only.pixels }
    return made.withLock { made in
      if let made { return made }
      var pixels = base.withoutPixels.pixels
      for patch in patches { pixels.replace(patch.rect, with: patch.pixels) }
      made = pixels
      return pixels
    }
  }
}
