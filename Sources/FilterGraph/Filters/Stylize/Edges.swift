/// The length of the gradient of each premultiplied linear component times the intensity, by the weights of Sobel (1,
/// 2, 1) / 4 over the distance of the rows beside the pixel: across an edge from 0 to 1 it is 1. The edge of the
/// picture is repeated outwards; alpha and extent stay; nothing is clamped to 0...1.
///
/// The formula is our own, as that of `CIEdges` is not published.
public struct Edges: Filter {
  /// What the gradient is multiplied by. At least 0, default 1.
  public var intensity: Double = 1

  init() {}

  public static let declaration = FilterDeclaration<Edges>(
    "edges", coreImageName: "CIEdges", .stylize, "Edges in colour on black.",
    law: """
      The length of the gradient of each premultiplied linear component times the intensity, by the weights of \
      Sobel (1, 2, 1) / 4 over the distance of the rows beside the pixel: across an edge from 0 to 1 it is 1. \
      The edge of the picture is repeated outwards; alpha and extent stay; nothing is clamped to 0...1.
      """, source: .own,
    parameters: [
      .number("intensity", \.intensity, in: 0 ... .infinity, "What the gradient is multiplied by.")
    ],
    make: { Edges() })

  public func output(for input: Image) -> Image {
    guard !input.extent.isEmpty else { return input }
    let edges = input.clampedToExtent().applying(Gradient(intensity: Float(intensity)))
    guard let rect = input.extent.rect else { return edges }
    return edges.cropped(to: rect)
  }

  private struct Gradient: NeighborhoodKernel {
    let intensity: Float
    var name: String { "edges(\(intensity))" }
    var reach: Int { 1 }

    func process(_ pixels: PixelNeighborhood) -> SIMD4<Float> {
      let (left, right) = (column(pixels, -1), column(pixels, 1))
      let above = pixels[-1, -1] + 2 * pixels[0, -1] + pixels[1, -1]
      let below = pixels[-1, 1] + 2 * pixels[0, 1] + pixels[1, 1]
      let (x, y) = (right - left, below - above)
      var result = (x * x + y * y).squareRoot() * (intensity / 4)
      result.w = pixels[0, 0].w
      return result
    }

    private func column(_ pixels: PixelNeighborhood, _ dx: Int) -> SIMD4<Float> {
      pixels[dx, -1] + 2 * pixels[dx, 0] + pixels[dx, 1]
    }
  }
}
