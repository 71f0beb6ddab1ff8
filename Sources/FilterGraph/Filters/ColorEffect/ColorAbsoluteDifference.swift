/// The size of the difference of two images, component by component, on colours that are not premultiplied; alpha is
/// the product of both. Beyond either image it is transparent.
///
/// As in Core Image's documentation of `CIColorAbsoluteDifference`.
public struct ColorAbsoluteDifference: Filter {
  /// The image that is subtracted. Required.
  public var image2: Image

  init() { image2 = .empty }

  public static let declaration = FilterDeclaration<ColorAbsoluteDifference>(
    "colorAbsoluteDifference", coreImageName: "CIColorAbsoluteDifference", .colorEffect,
    "The size of the difference of two images.",
    law: """
      The size of the difference of two images, component by component, on colours that are not premultiplied; alpha \
      is the product of both. Beyond either image it is transparent.
      """,
    parameters: [
      .image("image2", \.image2, "The image that is subtracted.")
    ],
    make: { ColorAbsoluteDifference() })

  public func output(for input: Image) -> Image {
    Image(Operation(), input, image2)
  }

  private struct Operation: PixelOperation {
    var name: String { "colorAbsoluteDifference" }
    var changesAlpha: Bool { true }
    func extent(of inputs: [Extent]) -> Extent { inputs[0].intersection(inputs[1]) }
    func isOpaque(_ inputs: [ImageNode]) -> Bool { inputs.allSatisfy(\.isOpaque) }
    func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
      let other = others[0]
      for (plane, second) in [(row.red, other.red), (row.green, other.green), (row.blue, other.blue)] {
        // a1 a2 |p1 / a1 - p2 / a2| without the division.
        for i in 0..<row.count { plane[i] = abs(plane[i] * other.alpha[i] - second[i] * row.alpha[i]) }
      }
      for i in 0..<row.count { row.alpha[i] *= other.alpha[i] }
    }
  }
}
