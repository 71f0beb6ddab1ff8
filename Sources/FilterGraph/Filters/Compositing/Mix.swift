import CPixelKernels

/// A fraction of the image, the rest of the background: 0 and below gives the background, 1 and above the image.
///
/// As in Core Image's documentation of `CIMix`.
public struct Mix: Filter {
  /// What shows at amount 0. Required.
  public var backgroundImage: Image
  /// The fraction of the image. Default 1.
  public var amount: Double = 1

  init() { backgroundImage = .empty }

  public static let declaration = FilterDeclaration<Mix>(
    "mix", coreImageName: "CIMix", .compositing, "A fraction of the image, the rest of the background.",
    law: """
      A fraction of the image, the rest of the background: 0 and below gives the background, 1 and above the image.
      """,
    parameters: [
      .image("backgroundImage", \.backgroundImage, "What shows at amount 0."),
      .number("amount", \.amount, "The fraction of the image."),
    ],
    make: { Mix() })

  public func output(for input: Image) -> Image {
    if amount <= 0 { return backgroundImage }
    if amount >= 1 { return input }
    return Image(Operation(amount: Float(amount)), input, backgroundImage)
  }

  private struct Operation: PixelOperation {
    let amount: Float
    var name: String { "mix(\(amount))" }
    var changesAlpha: Bool { true }
    func extent(of inputs: [Extent]) -> Extent { inputs[0].union(inputs[1]) }
    func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
      pk_mix_constant(row.red, others[0].red, amount, row.count)
      pk_mix_constant(row.green, others[0].green, amount, row.count)
      pk_mix_constant(row.blue, others[0].blue, amount, row.count)
      pk_mix_constant(row.alpha, others[0].alpha, amount, row.count)
    }
  }
}
