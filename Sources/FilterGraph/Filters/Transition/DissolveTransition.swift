/// `(1 - time) image + time target` of premultiplied linear colours, alpha too; a time outside 0...1 counts as the
/// nearer end. It covers what either image covers.
///
/// As in Core Image's documentation of `CIDissolveTransition`.
public struct DissolveTransition: Filter {
  /// What shows at time 1. Required.
  public var targetImage: Image
  /// How far it has gone. From 0 to 1, default 0.
  public var time: Double = 0

  init() { targetImage = .empty }

  public static let declaration = FilterDeclaration<DissolveTransition>(
    "dissolveTransition", coreImageName: "CIDissolveTransition", .transition,
    "From one image to another, each fading into the other.",
    law: """
      `(1 - time) image + time target` of premultiplied linear colours, alpha too; a time outside 0...1 counts \
      as the nearer end. It covers what either image covers.
      """,
    parameters: [
      .image("targetImage", \.targetImage, "What shows at time 1."),
      .number("time", \.time, in: 0...1, "How far it has gone."),
    ],
    make: { DissolveTransition() })

  public func output(for input: Image) -> Image { targetImage.applying(.mix(backgroundImage: input, amount: time)) }
}
