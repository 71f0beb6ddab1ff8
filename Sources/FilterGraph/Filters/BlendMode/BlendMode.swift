/// Two images by one of the blend modes of ISO 32000-1 (PDF), 11.3.5, or of picture editors, on linear colours:
/// `(1 - ab) as Cs + (1 - as) ab Cb + as ab B(Cb, Cs)`, alpha `as + ab - as ab`.
///
/// All modes stand in one table, each with its function B of the background's component b and the image's s.
public struct BlendMode: FilterFamily {
  let mode: BlendModeOperation
  /// The image below. Required.
  public var backgroundImage: Image

  init(_ mode: BlendModeOperation, backgroundImage: Image) {
    self.mode = mode
    self.backgroundImage = backgroundImage
  }

  private typealias Row = (name: String, coreImageName: String, mode: BlendModeOperation, summary: String, law: String)

  private static let table: [Row] = [
    ("multiplyBlendMode", coreImageName: "CIMultiplyBlendMode", .multiply, "The product of both colours.", "b s"),
    (
      "screenBlendMode", coreImageName: "CIScreenBlendMode", .screen,
      "The complement of the product of the complements.", "b + s - b s"
    ),
    (
      "overlayBlendMode", coreImageName: "CIOverlayBlendMode", .overlay,
      "Multiplies or screens, as the background is dark or light.", "hard light with b and s exchanged"
    ),
    (
      "darkenBlendMode", coreImageName: "CIDarkenBlendMode", .darken, "The darker of both, component by component.",
      "min(b, s)"
    ),
    (
      "lightenBlendMode", coreImageName: "CILightenBlendMode", .lighten, "The lighter of both, component by component.",
      "max(b, s)"
    ),
    (
      "colorDodgeBlendMode", coreImageName: "CIColorDodgeBlendMode", .colorDodge,
      "Brightens the background by the image.", "min(1, b / (1 - s)); 0 where b = 0"
    ),
    (
      "colorBurnBlendMode", coreImageName: "CIColorBurnBlendMode", .colorBurn, "Darkens the background by the image.",
      "1 - min(1, (1 - b) / s); 1 where b = 1"
    ),
    (
      "hardLightBlendMode", coreImageName: "CIHardLightBlendMode", .hardLight,
      "Multiplies or screens, as the image is dark or light.", "2 b s for s <= 1/2, else screen of b and 2 s - 1"
    ),
    (
      "softLightBlendMode", coreImageName: "CISoftLightBlendMode", .softLight,
      "Darkens or lightens softly, as the image is dark or light.",
      "b - (1 - 2 s) b (1 - b) for s <= 1/2, else b + (2 s - 1) (D(b) - b)"
    ),
    (
      "differenceBlendMode", coreImageName: "CIDifferenceBlendMode", .difference,
      "The difference of both, without sign.", "|b - s|"
    ),
    (
      "exclusionBlendMode", coreImageName: "CIExclusionBlendMode", .exclusion,
      "Like the difference, with less contrast.", "b + s - 2 b s"
    ),
    (
      "hueBlendMode", coreImageName: "CIHueBlendMode", .hue, "The hue of the image, the rest of the background.",
      "SetLum(SetSat(s, Sat(b)), Lum(b))"
    ),
    (
      "saturationBlendMode", coreImageName: "CISaturationBlendMode", .saturation,
      "The saturation of the image, the rest of the background.", "SetLum(SetSat(b, Sat(s)), Lum(b))"
    ),
    (
      "colorBlendMode", coreImageName: "CIColorBlendMode", .color,
      "The hue and saturation of the image, the luminosity of the background.", "SetLum(s, Lum(b))"
    ),
    (
      "luminosityBlendMode", coreImageName: "CILuminosityBlendMode", .luminosity,
      "The luminosity of the image, the colour of the background.", "SetLum(b, Lum(s))"
    ),
    (
      "linearBurnBlendMode", coreImageName: "CILinearBurnBlendMode", .linearBurn, "The sum less white.",
      "max(0, b + s - 1)"
    ),
    (
      "linearDodgeBlendMode", coreImageName: "CILinearDodgeBlendMode", .linearDodge, "The sum, clamped to white.",
      "min(1, b + s)"
    ),
    (
      "subtractBlendMode", coreImageName: "CISubtractBlendMode", .subtract, "The background less the image.",
      "max(0, b - s)"
    ),
    (
      "divideBlendMode", coreImageName: "CIDivideBlendMode", .divide, "The background divided by the image.",
      "min(1, b / s); 0 where b = 0"
    ),
    (
      "pinLightBlendMode", coreImageName: "CIPinLightBlendMode", .pinLight,
      "Replaces what is lighter or darker than the image.", "min(b, 2 s) for s <= 1/2, else max(b, 2 s - 1)"
    ),
    (
      "linearLightBlendMode", coreImageName: "CILinearLightBlendMode", .linearLight,
      "Burns or dodges by the image, linearly.", "b + 2 s - 1, clamped to 0...1"
    ),
    (
      "vividLightBlendMode", coreImageName: "CIVividLightBlendMode", .vividLight, "Burns or dodges by the image.",
      "colour burn by 2 s for s <= 1/2, else colour dodge by 2 s - 1"
    ),
  ]

  public static let declarations = table.map { row in
    FilterDeclaration<BlendMode>(
      row.name, coreImageName: row.coreImageName, .blendMode, row.summary,
      law: """
        `B = \(row.law)` of the background's component b and the image's s, in linear light, composited over the \
        background by alpha: `(1 - ab) as Cs + (1 - as) ab Cb + as ab B`, alpha `as + ab - as ab`. \
        \(row.mode.holdsColors ? "Colours are clamped to 0...1 for B." : "Nothing is clamped to 0...1.")
        """,
      source: .publication("ISO 32000-1 (PDF), 11.3.5 and 11.3.6"),
      parameters: [.image("backgroundImage", \.backgroundImage, "The image below.")],
      make: { BlendMode(row.mode, backgroundImage: .empty) })
  }

  public var declaration: FilterDeclaration<BlendMode> {
    BlendMode.declarations[BlendMode.table.firstIndex { $0.mode == mode } ?? 0]
  }

  public func output(for input: Image) -> Image { Image(mode, input, backgroundImage) }
}

extension Filter where Self == BlendMode {
  /// The product of both colours.
  public static func multiplyBlendMode(backgroundImage: Image) -> BlendMode {
    BlendMode(.multiply, backgroundImage: backgroundImage)
  }
  /// The complement of the product of the complements.
  public static func screenBlendMode(backgroundImage: Image) -> BlendMode {
    BlendMode(.screen, backgroundImage: backgroundImage)
  }
  /// Multiplies or screens, as the background is dark or light.
  public static func overlayBlendMode(backgroundImage: Image) -> BlendMode {
    BlendMode(.overlay, backgroundImage: backgroundImage)
  }
  /// The darker of both, component by component.
  public static func darkenBlendMode(backgroundImage: Image) -> BlendMode {
    BlendMode(.darken, backgroundImage: backgroundImage)
  }
  /// The lighter of both, component by component.
  public static func lightenBlendMode(backgroundImage: Image) -> BlendMode {
    BlendMode(.lighten, backgroundImage: backgroundImage)
  }
  /// Brightens the background by the image.
  public static func colorDodgeBlendMode(backgroundImage: Image) -> BlendMode {
    BlendMode(.colorDodge, backgroundImage: backgroundImage)
  }
  /// Darkens the background by the image.
  public static func colorBurnBlendMode(backgroundImage: Image) -> BlendMode {
    BlendMode(.colorBurn, backgroundImage: backgroundImage)
  }
  /// Multiplies or screens, as the image is dark or light.
  public static func hardLightBlendMode(backgroundImage: Image) -> BlendMode {
    BlendMode(.hardLight, backgroundImage: backgroundImage)
  }
  /// Darkens or lightens softly, as the image is dark or light.
  public static func softLightBlendMode(backgroundImage: Image) -> BlendMode {
    BlendMode(.softLight, backgroundImage: backgroundImage)
  }
  /// The difference of both, without sign.
  public static func differenceBlendMode(backgroundImage: Image) -> BlendMode {
    BlendMode(.difference, backgroundImage: backgroundImage)
  }
  /// Like the difference, with less contrast.
  public static func exclusionBlendMode(backgroundImage: Image) -> BlendMode {
    BlendMode(.exclusion, backgroundImage: backgroundImage)
  }
  /// The hue of the image, the rest of the background.
  public static func hueBlendMode(backgroundImage: Image) -> BlendMode {
    BlendMode(.hue, backgroundImage: backgroundImage)
  }
  /// The saturation of the image, the rest of the background.
  public static func saturationBlendMode(backgroundImage: Image) -> BlendMode {
    BlendMode(.saturation, backgroundImage: backgroundImage)
  }
  /// The hue and saturation of the image, the luminosity of the background.
  public static func colorBlendMode(backgroundImage: Image) -> BlendMode {
    BlendMode(.color, backgroundImage: backgroundImage)
  }
  /// The luminosity of the image, the colour of the background.
  public static func luminosityBlendMode(backgroundImage: Image) -> BlendMode {
    BlendMode(.luminosity, backgroundImage: backgroundImage)
  }
  /// The sum less white.
  public static func linearBurnBlendMode(backgroundImage: Image) -> BlendMode {
    BlendMode(.linearBurn, backgroundImage: backgroundImage)
  }
  /// The sum, clamped to white.
  public static func linearDodgeBlendMode(backgroundImage: Image) -> BlendMode {
    BlendMode(.linearDodge, backgroundImage: backgroundImage)
  }
  /// The background less the image.
  public static func subtractBlendMode(backgroundImage: Image) -> BlendMode {
    BlendMode(.subtract, backgroundImage: backgroundImage)
  }
  /// The background divided by the image.
  public static func divideBlendMode(backgroundImage: Image) -> BlendMode {
    BlendMode(.divide, backgroundImage: backgroundImage)
  }
  /// Replaces what is lighter or darker than the image.
  public static func pinLightBlendMode(backgroundImage: Image) -> BlendMode {
    BlendMode(.pinLight, backgroundImage: backgroundImage)
  }
  /// Burns or dodges by the image, linearly.
  public static func linearLightBlendMode(backgroundImage: Image) -> BlendMode {
    BlendMode(.linearLight, backgroundImage: backgroundImage)
  }
  /// Burns or dodges by the image.
  public static func vividLightBlendMode(backgroundImage: Image) -> BlendMode {
    BlendMode(.vividLight, backgroundImage: backgroundImage)
  }
}
