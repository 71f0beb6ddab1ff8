import CMatting
import Imaging

/// Matting by the line in colour space between the nearby background's colour and the hair's: where the two differ, a
/// pixel's position on the line is its alpha (the colour line of Levin, Lischinski, Weiss, "A Closed-Form Solution to
/// Natural Image Matting", 2008, with its two ends from certain foreground and certain background).
///
/// A line is fitted on a small picture, and applied to a large one together with a ``LinearModel``.
package struct ColorLine: Sendable {
  package let size: PixelSize
  /// For each pixel the coefficients of red, green and blue and a constant that give its alpha, and a confidence.
  let coefficients: [Float]

  /// Fits the lines of a picture. Their confidence is 0 away from the edge of hair, and where hair and background have
  /// the same colour.
  ///
  /// - Parameters:
  ///   - portrait: the person, `0...1`; certain foreground above 0.95, certain background below 0.05.
  ///   - hair: hair, `0...1`.
  ///   - guide: the picture, of format `rgba8`, of the planes' size.
  ///   - radius: the radius of the window for the colours, in pixels of `guide`; at least 1.
  package init(
    portrait: ArraySlice<Float>, hair: ArraySlice<Float>, guide: PixelBuffer, radius: Int
  ) throws(KernelError) {
    precondition(guide.format == .rgba8 && radius >= 1)
    precondition(portrait.count == guide.size.area && hair.count == guide.size.area)
    size = guide.size
    coefficients = try LinearModel.coefficients(
      count: guide.size.area * Int(MATTING_LINE_FLOATS)
    ) { lines throws(KernelError) in
      try KernelError.check("colour line") { message, capacity in
        guide.withUnsafeBytes { bytes in
          portrait.withUnsafeBufferPointer { portrait in
            hair.withUnsafeBufferPointer { hair in
              matting_color_line_fit(
                bytes.bindMemory(to: UInt8.self).baseAddress, guide.rowBytes, portrait.baseAddress, hair.baseAddress,
                Int32(guide.width), Int32(guide.height), Int32(radius), lines, message, capacity)
            }
          }
        }
      }
    }
  }
}
