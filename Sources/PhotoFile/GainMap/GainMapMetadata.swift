import Imaging

/// The parameters by which a gain map converts a picture to its alternate of another dynamic range (ISO 21496-1).
///
/// For a sample `s` of `0...1`, the gain is `2` to the power of `minimum + (maximum - minimum) * pow(s, 1 / gamma)`,
/// and the alternate's light is `(light + baseOffset) * gain - alternateOffset`, where 1 is white; divided by the gain
/// where the alternate has less range (``leadsToHDR``). Android's Ultra HDR and Adobe state the same numbers in XMP
/// (`hdrgm`).
public struct GainMapMetadata: Sendable, Hashable {
  /// The parameters of a colour component, or of all three.
  public struct Channel: Sendable, Hashable {
    /// The gain of a sample of 0, in stops.
    public var minimum: Double
    /// The gain of the largest sample, in stops; not less than ``minimum``.
    public var maximum: Double
    /// The exponent of the stored samples, above 0.
    public var gamma: Double
    /// The offset that is added to the picture's linear light, so that black has a gain.
    public var baseOffset: Double
    /// The offset that is added to the alternate's linear light.
    public var alternateOffset: Double

    /// - Parameters: see the properties. The defaults are Adobe's.
    public init(
      minimum: Double = 0, maximum: Double, gamma: Double = 1, baseOffset: Double = 1.0 / 64,
      alternateOffset: Double = 1.0 / 64
    ) {
      self.minimum = minimum
      self.maximum = maximum
      self.gamma = gamma
      self.baseOffset = baseOffset
      self.alternateOffset = alternateOffset
    }
  }

  /// One for all components, or one each for red, green and blue.
  public let channels: [Channel]
  /// The headroom of the picture itself, in stops: 0 for standard range.
  public let baseHeadroom: Double
  /// The headroom of a display that shows the alternate fully, in stops.
  public let alternateHeadroom: Double
  /// The space in whose primaries the gain applies; nil for the picture's own.
  public var alternateColorSpace: ColorSpace?

  /// Nil unless there are one or three channels, all numbers are finite and of at most 64 in magnitude, gammas are a
  /// millionth or more, and neither a maximum is less than its minimum nor a headroom less than 0.
  public init?(
    channels: [Channel], baseHeadroom: Double = 0, alternateHeadroom: Double, alternateColorSpace: ColorSpace? = nil
  ) {
    let numbers =
      channels.flatMap { [$0.minimum, $0.maximum, $0.gamma, $0.baseOffset, $0.alternateOffset] }
      + [baseHeadroom, alternateHeadroom]
    guard channels.count == 1 || channels.count == 3, numbers.allSatisfy({ $0.isFinite && abs($0) <= 64 }),
      channels.allSatisfy({ $0.gamma >= 1e-6 && $0.minimum <= $0.maximum }), baseHeadroom >= 0, alternateHeadroom >= 0
    else { return nil }
    self.channels = channels
    self.baseHeadroom = baseHeadroom
    self.alternateHeadroom = alternateHeadroom
    self.alternateColorSpace = alternateColorSpace
  }

  /// Whether the alternate has more range than the picture, as in all files of phones.
  public var leadsToHDR: Bool { alternateHeadroom > baseHeadroom }
}
