import Glibc

/// The formula of a gain map: from the linear light of a picture to that of its alternate, and back.
struct GainMapFormula: Sendable {
  /// The parameters of a component, or of all three.
  struct Channel: Sendable {
    fileprivate let form: Form
    /// The gain at each of ``steps`` samples of `0...1`.
    private let gains: [Float]

    fileprivate init(_ form: Form) {
      self.form = form
      gains = (0...Self.steps).map { form.gain(of: Double($0) / Double(Self.steps)) }
    }

    private static let steps = 4095

    /// The alternate's light for the picture's `base`.
    ///
    /// - Parameter sample: the sample, `0...1`.
    func alternate(_ base: Float, _ sample: Float) -> Float {
      (base + form.baseOffset) * gains[Int(sample * Float(Self.steps) + 0.5)] - form.alternateOffset
    }

    /// The sample of `0...1` that most closely maps one light to the other.
    func sample(from base: Float, to alternate: Float) -> Float {
      // Without offsets a sample of black would be noise.
      let least: Float = 1.0 / 1024
      let (from, to) = (base + max(form.baseOffset, least), alternate + max(form.alternateOffset, least))
      guard from > 0, to > 0 else { return form.sample(of: 1) }
      return form.sample(of: Double(to / from))
    }
  }

  /// The encoding of gains as samples.
  enum Form: Sendable {
    /// Apple's: a linear gain up to a headroom, the sample by the curve of BT.709 ("Applying Apple HDR effect to your
    /// photos", developer.apple.com).
    case apple(headroom: Double)
    /// ISO 21496-1's.
    case logarithmic(GainMapMetadata.Channel)

    var baseOffset: Float {
      if case .logarithmic(let channel) = self { Float(channel.baseOffset) } else { 0 }
    }
    var alternateOffset: Float {
      if case .logarithmic(let channel) = self { Float(channel.alternateOffset) } else { 0 }
    }

    func gain(of sample: Double) -> Float {
      switch self {
      case .apple(let headroom):
        let linear = sample < 0.081 ? sample / 4.5 : pow((sample + 0.099) / 1.099, 1 / 0.45)
        return Float(1 + (headroom - 1) * linear)
      case .logarithmic(let channel):
        return Float(exp2(channel.minimum + (channel.maximum - channel.minimum) * pow(sample, 1 / channel.gamma)))
      }
    }

    func sample(of gain: Double) -> Float {
      switch self {
      case .apple(let headroom):
        let linear = headroom > 1 ? min(max((gain - 1) / (headroom - 1), 0), 1) : 0
        return Float(linear < 0.018 ? 4.5 * linear : 1.099 * pow(linear, 0.45) - 0.099)
      case .logarithmic(let channel):
        let range = channel.maximum - channel.minimum
        guard range > 0 else { return 0 }
        return Float(pow(min(max((log2(gain) - channel.minimum) / range, 0), 1), channel.gamma))
      }
    }
  }

  /// One for all components, or three.
  let channels: [Channel]

  /// Apple's, for a map that states only a headroom.
  init(headroom: Double) { channels = [Channel(.apple(headroom: headroom))] }

  /// ISO 21496-1's.
  init(_ metadata: GainMapMetadata) { channels = metadata.channels.map { Channel(.logarithmic($0)) } }

  /// The formula of red, green or blue.
  func channel(_ component: Int) -> Channel { channels[channels.count == 3 ? component : 0] }
}
