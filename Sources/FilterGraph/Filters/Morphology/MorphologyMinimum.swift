/// The smallest value of each premultiplied component among the pixels whose centres lie within a radius. Beyond the
/// edge is transparent black, which eats into the picture; for repeated edges apply it to `clampedToExtent()` and crop.
/// The radius is clamped to 512.
///
/// As in Core Image's documentation of `CIMorphologyMinimum`.
public struct MorphologyMinimum: Filter {
  /// The radius of the circle. In pixels, default 0.
  public var radius: Double = 0

  init() {}

  public static let declaration = FilterDeclaration<MorphologyMinimum>(
    "morphologyMinimum", coreImageName: "CIMorphologyMinimum", .morphology, "The smallest value within a circle.",
    law: """
      The smallest value of each premultiplied component among the pixels whose centres lie within a radius. Beyond \
      the edge is transparent black, which eats into the picture; for repeated edges apply it to `clampedToExtent()` \
      and crop. The radius is clamped to 512.
      """,
    hasIdentityDefault: true,
    parameters: [
      .number("radius", \.radius, unit: .pixels, "The radius of the circle.")
    ],
    make: { MorphologyMinimum() })

  public func output(for input: Image) -> Image {
    radius < 1 ? input : Image(MorphologyOperation(.minimum, radius: radius, in: input.extent), input)
  }
}
