/// Changes no pixel, but `affineTransform` of the result takes for each pixel the one that its place lies in, instead
/// of a mix of the four nearest: for codes and drawings (`CIImage.samplingNearest`).
///
/// A filter of our own.
public struct SamplingNearest: Filter {
  public init() {}

  public static let declaration = FilterDeclaration<SamplingNearest>(
    "samplingNearest", coreImageName: nil, .geometry, "Pixels kept by the transform that follows.",
    law: """
      Changes no pixel, but `affineTransform` of the result takes for each pixel the one that its place lies in, instead \
      of a mix of the four nearest: for codes and drawings (`CIImage.samplingNearest`).
      """,
    hasIdentityDefault: true, make: { SamplingNearest() })

  public func output(for input: Image) -> Image { input.samplingNearest() }
}
