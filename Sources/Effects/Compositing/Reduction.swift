import FilterGraph
import Imaging

/// A reduced picture for smooth results, and the way back.
struct Reduction {
  let size: PixelSize
  let small: PixelSize

  /// By a factor; 1 and less leave it unchanged.
  init(of size: PixelSize, by factor: Double) {
    self.size = size
    small = factor > 1 ? size.scaled(by: 1 / factor) : size
  }

  /// The longer side of the small picture in pixels.
  var side: Double { Double(max(small.width, small.height)) }

  /// How many times smaller it is.
  var factor: Double { Double(max(size.width, size.height)) / side }

  /// The small picture, computed once.
  func picture(_ image: Image) -> Image {
    small == size ? image : image.scaledLinearly(to: small).insertingIntermediate()
  }

  /// A small picture in the old size.
  func restored(_ image: Image) -> Image {
    let image = image.cropped(to: PixelRect(small))
    return small == size ? image : image.insertingIntermediate().scaledLinearly(to: size)
  }
}
