import FoundationEssentials
import MatteKit

/// A gray picture file, 8 or 16 bits, whose samples become those of an auxiliary image.
struct GrayFile {
  let pixels: PixelBuffer

  /// - Parameter appliesOrientation: whether the file's own orientation is applied.
  init(contentsOf url: URL, appliesOrientation: Bool) throws {
    let photo = try Photo(contentsOf: url)
    guard let gray = photo.pixels.grayComponent else {
      throw PhotoFileError.unsupported(
        file: url.shownPath, reason: "an auxiliary image requires a gray picture without transparency")
    }
    pixels = appliesOrientation ? gray.oriented(by: photo.orientation) : gray
  }
}
