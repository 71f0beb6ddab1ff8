import Imaging

/// Each component looked up in the same component of the top row of another image: its first pixel stands for 0, its
/// last for 1, linear between, constant beyond. On linear colours that are not premultiplied; alpha stays. A gray image
/// so takes the colours of the row.
///
/// As in Core Image's documentation of `CIColorMap`.
public struct ColorMap: Filter {
  /// The image whose top row is the table; of finite extent. Required.
  public var gradientImage: Image

  init() { gradientImage = .empty }

  public static let declaration = FilterDeclaration<ColorMap>(
    "colorMap", coreImageName: "CIColorMap", .colorEffect, "Each component looked up in a row of another image.",
    law: """
      Each component looked up in the same component of the top row of another image: its first pixel stands for 0, \
      its last for 1, linear between, constant beyond. On linear colours that are not premultiplied; alpha stays. A \
      gray image so takes the colours of the row.
      """,
    parameters: [
      .image("gradientImage", \.gradientImage, "The image whose top row is the table; of finite extent.")
    ],
    make: { ColorMap() })

  public func validate() throws(FilterError) {
    guard let rect = gradientImage.extent.rect, (1...65536).contains(rect.width) || rect.isEmpty else {
      throw .invalidValue(
        key: "gradientImage", filter: "colorMap", reason: "its extent is \(gradientImage.extent), not that of a table")
    }
  }

  public func output(for input: Image) -> Image {
    guard let rect = gradientImage.extent.rect, !rect.isEmpty else {
      return input.applying(.colorMatrix(rVector: .zero, gVector: .zero, bVector: .zero))
    }
    let table = PixelRect(x: rect.x, y: rect.y, width: rect.width, height: 1)
    return Image(ColorTableOperation(table: table), input, gradientImage)
  }
}
