import Glibc
import Imaging

/// Turns the picture about a centre, most in the middle: a pixel at t radii from the centre shows what lay `angle (1 -
/// t)^2` further round, against the clock where the angle is above 0; beyond the radius nothing changes. The extent
/// stays.
///
/// The formula is our own, as that of `CITwirlDistortion` is not published.
public struct TwirlDistortion: Filter {
  /// The centre. In pixels, default: the image's centre.
  public var center: Point?
  /// How far the effect reaches. In pixels, at least 0, default 300.
  public var radius: Double = 300
  /// How far the middle is turned. In radians, default 3.141592653589793.
  public var angle: Double = .pi

  init() {}

  public static let declaration = FilterDeclaration<TwirlDistortion>(
    "twirlDistortion", coreImageName: "CITwirlDistortion", .distortion, "Turns the picture about a centre, as a whirl.",
    law: """
      Turns the picture about a centre, most in the middle: a pixel at t radii from the centre shows what lay \
      `angle (1 - t)^2` further round, against the clock where the angle is above 0; beyond the radius nothing changes. \
      The extent stays.
      """, source: .own,
    parameters: [
      .point("center", \.center, default: "the image's centre", "The centre."),
      .number("radius", \.radius, in: 0 ... .infinity, unit: .pixels, "How far the effect reaches."),
      .number("angle", \.angle, unit: .radians, "How far the middle is turned."),
    ],
    make: { TwirlDistortion() })

  public func output(for input: Image) -> Image {
    guard angle != 0, radius > 0, !input.extent.isEmpty else { return input }
    let map = Map(center: center ?? input.center, radius: min(radius, 1e8), angle: angle)
    return Image(WarpOperation(map, source: input.extent, target: input.extent), input)
  }

  private struct Map: PixelMap {
    let center: Point
    let radius: Double
    let angle: Double
    var name: String { "twirl \(angle)" }

    func source(of place: Point) -> Point? {
      let (dx, dy) = (place.x - center.x, place.y - center.y)
      let t = hypot(dx, dy) / radius
      guard t < 1 else { return place }
      let turn = angle * (1 - t) * (1 - t)
      return Point(
        x: center.x + dx * cos(turn) - dy * sin(turn), y: center.y + dx * sin(turn) + dy * cos(turn))
    }
  }
}
