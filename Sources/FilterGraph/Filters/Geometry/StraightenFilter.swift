import Glibc
import Imaging

/// The image turned about its centre and enlarged as little as fills its extent again, sampled bilinearly: the extent
/// stays. An infinite image is turned about the origin and not enlarged.
///
/// As in Core Image's documentation of `CIStraightenFilter`.
public struct StraightenFilter: Filter {
  /// Above 0 turns clockwise (y down). In radians, default 0.
  public var angle: Double = 0

  init() {}

  public static let declaration = FilterDeclaration<StraightenFilter>(
    "straighten", coreImageName: "CIStraightenFilter", .geometry, "Turns the image and fills its extent again.",
    law: """
      The image turned about its centre and enlarged as little as fills its extent again, sampled bilinearly: the \
      extent stays. An infinite image is turned about the origin and not enlarged.
      """,
    hasIdentityDefault: true,
    parameters: [
      .number("angle", \.angle, unit: .radians, "Above 0 turns clockwise (y down).")
    ],
    make: { StraightenFilter() })

  public func output(for input: Image) -> Image {
    if angle == 0 { return input }
    let (s, c) = (sin(angle), cos(angle))
    guard let rect = input.extent.rect else {
      return input.transformed(by: AffineTransform2D(a: c, b: s, c: -s, d: c, tx: 0, ty: 0))
    }
    if rect.isEmpty { return input }
    let sides = (Double(rect.width), Double(rect.height))
    let scale = abs(c) + max(sides.0 / sides.1, sides.1 / sides.0) * abs(s)
    let center = rect.center
    let turn = AffineTransform2D.translation(x: -center.x, y: -center.y)
      .then(AffineTransform2D(a: c * scale, b: s * scale, c: -s * scale, d: c * scale, tx: 0, ty: 0))
      .then(.translation(x: center.x, y: center.y))
    // Corners that touch the edge of the result must not let transparency in.
    return input.clampedToExtent().transformed(by: turn).cropped(to: rect)
  }
}
