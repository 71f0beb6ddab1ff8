/// All filters, by our name (`gammaAdjust`) or Core Image's (`CIGammaAdjust`).
public enum FilterRegistry {
  /// Every filter, by name.
  public static let all: [FilterDescription] = (BlendMode.descriptions + ConvolutionFilter.descriptions + single)
    .sorted { $0.name < $1.name }

  /// Those that have a type of their own.
  private static let single = [
    AdditionCompositing.description,
    AffineClamp.description,
    AffineTransformFilter.description,
    AreaAlphaWeightedHistogram.description,
    AreaAverage.description,
    AreaHistogram.description,
    AreaMaximum.description,
    AreaMinMax.description,
    AreaMinimum.description,
    BicubicScaleTransform.description,
    BlendWithAlphaMask.description,
    BlendWithBlueMask.description,
    BlendWithMask.description,
    BlendWithRedMask.description,
    Bloom.description,
    BokehBlur.description,
    BoxBlur.description,
    BumpDistortion.description,
    CheckerboardGenerator.description,
    Clamp.description,
    ColorAbsoluteDifference.description,
    ColorClamp.description,
    ColorControls.description,
    ColorCrossPolynomial.description,
    ColorCube.description,
    ColorCubeWithColorSpace.description,
    ColorCubesMixedWithMask.description,
    ColorCurves.description,
    ColorInvert.description,
    ColorMap.description,
    ColorMatrix.description,
    ColorMonochrome.description,
    ColorPolynomial.description,
    ColorPosterize.description,
    ColorThreshold.description,
    ColorThresholdOtsu.description,
    ColumnAverage.description,
    ConstantColorGenerator.description,
    ConvertLabToRGB.description,
    ConvertRGBtoLab.description,
    Crop.description,
    Crystallize.description,
    DepthBlurEffect.description,
    DiscBlur.description,
    DisplacementDistortion.description,
    DissolveTransition.description,
    Dither.description,
    EdgePreserveUpsampleFilter.description,
    Edges.description,
    ExposureAdjust.description,
    FalseColor.description,
    ForegroundColor.description,
    GammaAdjust.description,
    GaussianBlur.description,
    GaussianGradient.description,
    Gloom.description,
    GuidedImageFilter.description,
    HexagonalPixellate.description,
    HighlightShadowAdjust.description,
    HoleDistortion.description,
    HueAdjust.description,
    LabDeltaE.description,
    LanczosScaleTransform.description,
    LinearGradient.description,
    LinearToSRGBToneCurve.description,
    MaskToAlpha.description,
    MaskedVariableBlur.description,
    MaximumComponent.description,
    MaximumCompositing.description,
    MedianFilter.description,
    MinimumComponent.description,
    MinimumCompositing.description,
    Mix.description,
    MorphologyGradient.description,
    MorphologyMaximum.description,
    MorphologyMinimum.description,
    MorphologyRectangleMaximum.description,
    MorphologyRectangleMinimum.description,
    MotionBlur.description,
    MultiplyCompositing.description,
    NoiseReduction.description,
    PerspectiveCorrection.description,
    PerspectiveTransform.description,
    PhotoEffectChrome.description,
    PhotoEffectFade.description,
    PhotoEffectInstant.description,
    PhotoEffectMono.description,
    PhotoEffectNoir.description,
    PhotoEffectProcess.description,
    PhotoEffectTonal.description,
    PhotoEffectTransfer.description,
    PinchDistortion.description,
    Pixellate.description,
    QRCodeGenerator.description,
    RadialGradient.description,
    RoundedRectangleGenerator.description,
    RowAverage.description,
    SRGBToneCurveToLinear.description,
    SamplingNearest.description,
    SepiaTone.description,
    SharpenLuminance.description,
    SourceAtopCompositing.description,
    SourceInCompositing.description,
    SourceOutCompositing.description,
    SourceOverCompositing.description,
    SpotLight.description,
    StraightenFilter.description,
    StripesGenerator.description,
    TemperatureAndTint.description,
    TextImageGenerator.description,
    ToneCurveFilter.description,
    ToneMapHeadroom.description,
    UnsharpMask.description,
    Vibrance.description,
    Vignette.description,
    VignetteEffect.description,
    WhitePointAdjust.description,
    ZoomBlur.description,
  ]

  /// The filter of a name, ours or Core Image's, in any case.
  public static func filter(named name: String) throws(FilterError) -> FilterDescription {
    if let found = all.first(where: { $0.answers(to: name) }) { return found }
    let alike = name.nearest(inGroups: all.map { [$0.name] + [$0.coreImageName].compactMap { $0 } })
    throw .unknownFilter(name, nearest: alike.isEmpty ? filters(speakingOf: name) : alike)
  }

  /// The names of filters that hold a word, then of those that have a parameter of that name, then of those whose summary
  /// speaks of it; at most three, the shortest first.
  private static func filters(speakingOf name: String) -> [String] {
    let word = (name.hasPrefix("CI") ? String(name.dropFirst(2)) : name).lowercased()
    guard word.count > 2 else { return [] }
    let tests: [(FilterDescription) -> Bool] = [
      { $0.name.lowercased().contains(word) },
      { $0.parameters.contains { $0.key.lowercased() == word } },
      { $0.summary.lowercased().split { !$0.isLetter }.contains { $0 == word } },
    ]
    for test in tests {
      let found = all.filter(test).map(\.name).sorted { ($0.count, $0) < ($1.count, $1) }
      if !found.isEmpty { return Array(found.prefix(3)) }
    }
    return []
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
    applying(try FilterRegistry.makeFilter(name, parameters))
  }
}
