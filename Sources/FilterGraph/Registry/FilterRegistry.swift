import Imaging

/// All filters, found by our name (`gammaAdjust`) or Core Image's (`CIGammaAdjust`).
public enum FilterRegistry {
  /// Every filter, by name.
  public static let all: [FilterDescription] = [
    AdditionCompositing.description,
    AffineClamp.description,
    AffineTransformFilter.description,
    BlendWithAlphaMask.description,
    BlendWithBlueMask.description,
    BlendWithMask.description,
    BlendWithRedMask.description,
    BoxBlur.description,
    ColorBlendMode.description,
    ColorBurnBlendMode.description,
    ColorClamp.description,
    ColorControls.description,
    ColorDodgeBlendMode.description,
    ColorInvert.description,
    ColorMatrix.description,
    ColorMonochrome.description,
    ConstantColorGenerator.description,
    Crop.description,
    DarkenBlendMode.description,
    DifferenceBlendMode.description,
    DiscBlur.description,
    ExclusionBlendMode.description,
    ExposureAdjust.description,
    ForegroundColor.description,
    GammaAdjust.description,
    GaussianBlur.description,
    HardLightBlendMode.description,
    HueAdjust.description,
    HueBlendMode.description,
    LanczosScaleTransform.description,
    LightenBlendMode.description,
    LinearGradient.description,
    LinearToSRGBToneCurve.description,
    LuminosityBlendMode.description,
    MaskToAlpha.description,
    MaskedVariableBlur.description,
    MaximumComponent.description,
    MaximumCompositing.description,
    MinimumComponent.description,
    MinimumCompositing.description,
    Mix.description,
    MultiplyBlendMode.description,
    MultiplyCompositing.description,
    OverlayBlendMode.description,
    SRGBToneCurveToLinear.description,
    SaturationBlendMode.description,
    ScreenBlendMode.description,
    SoftLightBlendMode.description,
    SourceAtopCompositing.description,
    SourceInCompositing.description,
    SourceOutCompositing.description,
    SourceOverCompositing.description,
    Vibrance.description,
    WhitePointAdjust.description,
  ].sorted { $0.name < $1.name }

  /// The filter of a name, ours or Core Image's, in any case.
  public static func filter(named name: String) throws(FilterError) -> FilterDescription {
    let wanted = name.lowercased()
    let found = all.first { $0.name.lowercased() == wanted || $0.coreImageName?.lowercased() == wanted }
    if let found { return found }
    throw .unknownFilter(name, nearest: name.nearest(in: all.map(\.name) + all.compactMap(\.coreImageName)))
  }

  /// The filter of a name with values for its parameters.
  public static func makeFilter(
    _ name: String, _ values: [String: FilterValue] = [:]
  ) throws(FilterError) -> any Filter {
    try filter(named: name).makeFilter(values)
  }
}

extension Image {
  /// This image through the filter of a name, ours or Core Image's.
  public func applyingFilter(
    _ name: String, parameters: [String: FilterValue] = [:]
  ) throws(FilterError) -> Image {
    try FilterRegistry.makeFilter(name, parameters).output(for: self)
  }
}
