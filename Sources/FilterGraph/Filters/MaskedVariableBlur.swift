/// A Gaussian blur whose radius follows a mask: none where the mask's green component is 0, the whole radius where it is
/// 1 (`CIMaskedVariableBlur`).
///
/// Between, a pixel is mixed from the two nearest of four pictures: the image and its blurs by a quarter, a half and
/// the whole of the radius. The edge is repeated outwards, and the result keeps the image's extent.
public struct MaskedVariableBlur: Filter {
  /// 0 leaves the image sharp, 1 blurs it by the whole radius. Required.
  public var mask: Image
  /// Sigma where the mask is 1. In pixels, at least 0, default 5.
  public var radius: Double

  public init(mask: Image, radius: Double = 5) {
    self.mask = mask
    self.radius = radius
  }

  public static let declaration = FilterDeclaration<MaskedVariableBlur>(
    "maskedVariableBlur", coreImageName: "CIMaskedVariableBlur", .blur, "A Gaussian blur as strong as a mask says.",
    parameters: [
      .image("mask", \.mask, "0 leaves the image sharp, 1 blurs it by the whole radius."),
      .number("radius", \.radius, in: 0 ... .infinity, unit: .pixels, "Sigma where the mask is 1."),
    ],
    make: { MaskedVariableBlur(mask: .empty) })

  public func output(for input: Image) -> Image {
    guard radius > 0 else { return input }
    let clamped = input.clampedToExtent()
    let blurs = [0.25, 0.5, 1].map { clamped.applying(.gaussianBlur(radius: radius * $0)) }
    return Image(Operation(), input, blurs[0], blurs[1], blurs[2], mask)
  }

  private struct Operation: PixelOperation {
    /// Where on the mask's scale the four pictures stand.
    private static let levels: [Float] = [0, 0.25, 0.5, 1]

    var name: String { "maskedVariableBlur" }
    var changesAlpha: Bool { true }
    func extent(of inputs: [Extent]) -> Extent { inputs[0] }

    func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
      let mask = others[3].green
      let pictures = [row, others[0], others[1], others[2]]
      for i in 0..<row.count {
        let m = min(max(mask[i], 0), 1)
        let first = m < 0.25 ? 0 : m < 0.5 ? 1 : 2
        let low = Operation.levels[first]
        let fraction = (m - low) / (Operation.levels[first + 1] - low)
        let near = pictures[first]
        let far = pictures[first + 1]
        row.red[i] = near.red[i] * (1 - fraction) + far.red[i] * fraction
        row.green[i] = near.green[i] * (1 - fraction) + far.green[i] * fraction
        row.blue[i] = near.blue[i] * (1 - fraction) + far.blue[i] * fraction
        row.alpha[i] = near.alpha[i] * (1 - fraction) + far.alpha[i] * fraction
      }
    }
  }
}

extension Filter where Self == MaskedVariableBlur {
  /// A Gaussian blur as strong as a mask says.
  public static func maskedVariableBlur(mask: Image, radius: Double = 5) -> MaskedVariableBlur {
    MaskedVariableBlur(mask: mask, radius: radius)
  }
}
