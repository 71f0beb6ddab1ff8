import FoundationEssentials
import MatteKit

/// A gray picture file, 8 or 16 bits, whose samples become those of an auxiliary image.
struct GrayFile {
  let pixels: PixelBuffer

  /// - Parameter appliesOrientation: whether the file's own orientation is applied.
  init(contentsOf url: URL, appliesOrientation: Bool) throws {
    let photo = try Photo(contentsOf: url)
    guard let gray = Self.gray(photo.pixels) else {
      throw PhotoFileError.unsupported(
        file: url.shownPath, reason: "an auxiliary image requires a gray picture without transparency")
    }
    pixels = appliesOrientation ? gray.oriented(by: photo.orientation) : gray
  }

  /// The samples as one component; nil if the picture has colour or transparency. An opaque alpha channel does not
  /// count.
  private static func gray(_ pixels: PixelBuffer) -> PixelBuffer? {
    guard pixels.format.componentCount == 4 else { return pixels }
    let step = pixels.format.bitsPerComponent / 8
    guard step <= 2 else { return nil }
    let hasAlpha = pixels.alphaType != .opaque
    var isGray = true
    let gray = PixelBuffer(size: pixels.size, format: step == 1 ? .l8 : .l16, colorSpace: .linearGray) { target in
      pixels.withUnsafeBytes { source in
        for y in 0..<pixels.height {
          for x in 0..<pixels.width {
            let at = y * pixels.rowBytes + 4 * step * x
            for byte in 0..<step {
              let sample = source[at + byte]
              if source[at + step + byte] != sample || source[at + 2 * step + byte] != sample { isGray = false }
              if hasAlpha, source[at + 3 * step + byte] != .max { isGray = false }
              target[(y * pixels.width + x) * step + byte] = sample
            }
          }
        }
      }
    }
    return isGray ? gray : nil
  }
}
