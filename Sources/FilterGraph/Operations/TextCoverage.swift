import CText
import Imaging

/// Lines of text as coverage: bytes from 0 to 255.
struct TextCoverage {
  let bytes: [UInt8]
  let size: PixelSize

  /// Draws a string in the closest available font of a family, at a size in pixels per em.
  ///
  /// - Throws: ``Failure`` with the missing library or font, or the error.
  init(_ text: String, font: String, pixels: Double) throws(Failure) {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.joined(separator: "\n")
    let characters = lines.unicodeScalars.map(\.value)
    var coverage = ctext_coverage()
    defer { ctext_release(&coverage) }
    var message = [CChar](repeating: 0, count: 256)
    guard ctext_draw(characters, characters.count, font, pixels, &coverage, &message) == CTEXT_OK else {
      throw Failure(reason: message.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" })
    }
    size = PixelSize(width: coverage.width, height: coverage.height)
    bytes = Array(UnsafeBufferPointer(start: coverage.bytes, count: size.area))
  }

  struct Failure: Error {
    let reason: String
  }
}
