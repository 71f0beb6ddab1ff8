import Imaging

/// A rectangle with round corners in one colour (y down), its edge smooth over a pixel: coverage is one half less the
/// distance of the pixel's centre from the edge, clamped to 0...1. A radius beyond half a side counts as that. What it
/// is applied to is ignored.
///
/// As in Core Image's documentation of `CIRoundedRectangleGenerator`.
public struct RoundedRectangleGenerator: Filter {
  /// The rectangle. In pixels, default 0 0 100 100.
  public var extent: PixelRect = PixelRect(x: 0, y: 0, width: 100, height: 100)
  /// The radius of the corners. In pixels, at least 0, default 10.
  public var radius: Double = 10
  /// The colour. Default #ffffff.
  public var color: Color = .white

  init() {}

  public static let declaration = FilterDeclaration<RoundedRectangleGenerator>(
    "roundedRectangleGenerator", coreImageName: "CIRoundedRectangleGenerator", .generator,
    "A rectangle with round corners.",
    law: """
      A rectangle with round corners in one colour (y down), its edge smooth over a pixel: coverage is one half less \
      the distance of the pixel's centre from the edge, clamped to 0...1. A radius beyond half a side counts as that. \
      What it is applied to is ignored.
      """,
    parameters: [
      .rect("extent", \.extent, "The rectangle."),
      .number("radius", \.radius, in: 0 ... .infinity, unit: .pixels, "The radius of the corners."),
      .color("color", \.color, "The colour."),
    ],
    make: { RoundedRectangleGenerator() })

  public func output(for input: Image) -> Image {
    extent.isEmpty ? .empty : Image(Source(rect: extent, radius: radius, color: color.premultiplied))
  }

  private struct Source: SourceOperation {
    let rect: PixelRect
    let radius: Double
    let color: SIMD4<Float>
    var name: String { "roundedRectangle \(rect)" }
    func extent(of inputs: [Extent]) -> Extent { Extent(rect) }
    func isOpaque(_ inputs: [ImageNode]) -> Bool { false }

    func fill(_ row: PixelRow, from memory: UnsafeRawPointer?) {
      let half = Point(x: Double(rect.width) / 2, y: Double(rect.height) / 2)
      let corner = min(max(radius, 0), min(half.x, half.y))
      let center = rect.center
      let y = abs(Double(row.y) + 0.5 - center.y) - half.y + corner
      for i in 0..<row.count {
        let x = abs(Double(row.x &+ i) + 0.5 - center.x) - half.x + corner
        let outside = (max(x, 0) * max(x, 0) + max(y, 0) * max(y, 0)).squareRoot()
        let distance = outside + min(max(x, y), 0) - corner
        let fraction = color * Float((0.5 - distance).clamped(to: 0...1))
        row.red[i] = fraction.x
        row.green[i] = fraction.y
        row.blue[i] = fraction.z
        row.alpha[i] = fraction.w
      }
    }
  }
}
