/// The largest value of each premultiplied component among the pixels whose centres lie within a radius. The extent
/// grows by the radius. The radius is clamped to 512.
///
/// As in Core Image's documentation of `CIMorphologyMaximum`.
public struct MorphologyMaximum: Filter {
  /// The radius of the circle. In pixels, default 0.
  public var radius: Double = 0

  init() {}

  public static let declaration = FilterDeclaration<MorphologyMaximum>(
    "morphologyMaximum", coreImageName: "CIMorphologyMaximum", .morphology, "The largest value within a circle.",
    law: """
      The largest value of each premultiplied component among the pixels whose centres lie within a radius. The \
      extent grows by the radius. The radius is clamped to 512.
      """,
    hasIdentityDefault: true,
    parameters: [
      .number("radius", \.radius, unit: .pixels, "The radius of the circle.")
    ],
    make: { MorphologyMaximum() })

  public func output(for input: Image) -> Image {
    radius < 1 ? input : Image(MorphologyOperation(.maximum, radius: radius, in: input.extent), input)
  }
}
