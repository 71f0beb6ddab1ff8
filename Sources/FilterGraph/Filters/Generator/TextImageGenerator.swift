import Imaging

/// Lines of text in a colour on nothing, alpha being how much of a pixel the letters cover; the picture begins at 0. An
/// em is `fontSize scaleFactor` pixels. Scripts are written as they are (HarfBuzz), from right to left where they are
/// (FriBidi), and a paragraph of such a script ends at the right. Where the family is not installed fontconfig takes
/// the nearest, and where a font lacks a letter another that has it. Letters are not hinted. What it is applied to is
/// ignored. The libraries and at least one font must be installed; if not, rendering throws what is missing.
///
/// As in Core Image's documentation of `CITextImageGenerator`.
public struct TextImageGenerator: Filter {
  /// What is written; new lines begin at line breaks. Required.
  public var text: String
  /// The font's family. Default HelveticaNeue.
  public var fontName: String = "HelveticaNeue"
  /// The size of an em, in pixels before scaling. At least 0, default 12.
  public var fontSize: Double = 12
  /// What sizes are multiplied by. At least 0, default 1.
  public var scaleFactor: Double = 1
  /// Pixels of nothing around the text. From 0 to 200, default 0.
  public var padding: Int = 0

  /// The colour of the letters; Core Image's are white. Default #ffffff.
  public var color: Color = .white

  init() { text = "" }

  public static let declaration = FilterDeclaration<TextImageGenerator>(
    "textImageGenerator", coreImageName: "CITextImageGenerator", .generator,
    "Text in a colour, white if no other is given.",
    law: """
      Lines of text in a colour on nothing, alpha being how much of a pixel the letters cover; the picture begins at 0. \
      An em is `fontSize scaleFactor` pixels. Scripts are written as they are (HarfBuzz), from right to left where they \
      are (FriBidi), and a paragraph of such a script ends at the right. Where the family is not installed fontconfig \
      takes the nearest, and where a font lacks a letter another that has it. Letters are not hinted. What it is applied \
      to is ignored. The libraries and at least one font must be installed; if not, rendering throws what is missing.
      """,
    parameters: [
      .text("text", \.text, isRequired: true, "What is written; new lines begin at line breaks."),
      .text("fontName", \.fontName, "The font's family."),
      .number("fontSize", \.fontSize, in: 0 ... .infinity, "The size of an em, in pixels before scaling."),
      .number("scaleFactor", \.scaleFactor, in: 0 ... .infinity, "What sizes are multiplied by."),
      .count("padding", \.padding, in: 0...200, "Pixels of nothing around the text."),
      .color("color", \.color, "The colour of the letters; Core Image's are white."),
    ],
    make: { TextImageGenerator() })

  public func output(for input: Image) -> Image {
    let pixels = fontSize * scaleFactor
    guard pixels > 0, !text.isEmpty else { return .empty }
    do throws(TextCoverage.Failure) {
      let coverage = try TextCoverage(text, font: fontName, pixels: pixels)
      let margin = min(max(padding, 0), 10_000)
      let size = PixelSize(width: coverage.size.width + 2 * margin, height: coverage.size.height + 2 * margin)
      var bytes = [UInt8](repeating: 0, count: size.area)
      for y in 0..<coverage.size.height {
        let line = coverage.bytes[(y * coverage.size.width)..<((y + 1) * coverage.size.width)]
        let start = (y + margin) * size.width + margin
        bytes.replaceSubrange(start..<(start + line.count), with: line)
      }
      if bytes.isEmpty { return .empty }
      return Image(CoverageSource("text", bytes, size, to: color))
    } catch {
      return Image(
        InvalidOperation(.invalidValue(key: "text", filter: Self.declaration.name, reason: error.reason)), .empty)
    }
  }
}
