/// How different two images look: the colour difference of 1994 (CIE 116, graphic arts; the image is the reference) as
/// a gray value, 0 to about 100, where 2 is just noticeable. Opaque where both images are; on colours that are not
/// premultiplied.
///
/// As in Core Image's documentation of `CILabDeltaE`.
public struct LabDeltaE: Filter {
  /// The image to compare with. Required.
  public var image2: Image

  init() { image2 = .empty }

  public static let declaration = FilterDeclaration<LabDeltaE>(
    "labDeltaE", coreImageName: "CILabDeltaE", .colorEffect, "The colour difference of 1994 of two images.",
    law: """
      How different two images look: the colour difference of 1994 (CIE 116, graphic arts; the image is the \
      reference) as a gray value, 0 to about 100, where 2 is just noticeable. Opaque where both images are; on \
      colours that are not premultiplied.
      """,
    isHighDynamicRange: false,
    parameters: [
      .image("image2", \.image2, "The image to compare with.")
    ],
    make: { LabDeltaE() })

  public func output(for input: Image) -> Image {
    Image(Operation(), input, image2)
  }

  private struct Operation: PixelOperation {
    var name: String { "labDeltaE" }
    var changesAlpha: Bool { true }
    func extent(of inputs: [Extent]) -> Extent { inputs[0].intersection(inputs[1]) }
    func isOpaque(_ inputs: [ImageNode]) -> Bool { true }

    func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
      for i in 0..<row.count {
        let difference = Lab.difference1994(Operation.lab(row, i), Operation.lab(others[0], i))
        row.red[i] = difference
        row.green[i] = difference
        row.blue[i] = difference
        row.alpha[i] = 1
      }
    }

    private static func lab(_ row: PixelRow, _ i: Int) -> SIMD3<Float> {
      let inverse = row.alpha[i] > 0x1p-20 ? 1 / row.alpha[i] : 0
      return Lab.lab(ofLinear: SIMD3(row.red[i], row.green[i], row.blue[i]) * inverse)
    }
  }
}
