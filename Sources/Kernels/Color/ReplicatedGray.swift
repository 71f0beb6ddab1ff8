import CLCMS
import Imaging

extension ColorSpace {
  /// The RGB space in which a gray sample of a profile, replicated to three components, has the same light; nil if the
  /// bytes are not a usable gray profile. No sample changes, so nothing is rounded.
  ///
  /// A tinted gray of a table profile loses its tint.
  ///
  /// - Parameter description: the name of a new profile.
  package init?(replicatingGray profile: [UInt8], description: String) {
    guard let model = try? ColorProfile(.icc(profile)).model else { return nil }
    switch model {
    case .rgb: return nil
    case .gray(.linear):
      // Written as a profile: PNG states the colour space only by its gamma, which many readers ignore.
      guard let bytes = ICCProfile.bytes(for: .extendedLinearSRGB) else { return nil }
      self = .icc(bytes)
    case .gray(.sRGB): self = .sRGB
    case .gray(let curve): self.init(grayCurve: curve, description: description)
    case .lookup(let tables):
      guard tables.componentCount == 1 else { return nil }
      let samples = (0..<Self.curveCount).map { Float($0) / Float(Self.curveCount - 1) }
      var colors = [Float](repeating: 0, count: 3 * samples.count)
      tables.decode(samples, count: samples.count, into: &colors)
      var highest: Float = 0
      let light = samples.indices.map { index -> Float in
        let luminance = Luminance.of(colors[3 * index], colors[3 * index + 1], colors[3 * index + 2])
        if luminance.isFinite { highest = max(highest, luminance) }
        return highest
      }
      guard light[light.count - 1] > light[0] else { return nil }
      self.init(grayCurve: .sampled(light), description: description)
    }
  }

  /// Samples of a curve in a new profile.
  private static let curveCount = 1024

  /// Nil for a constant curve; one that falls is read as nearly constant, because curves must not fall.
  private init?(grayCurve curve: ToneCurve, description: String) {
    guard curve.linear(of: 1) > curve.linear(of: 0) + 1e-4 else { return nil }
    let last = Self.curveCount - 1
    let values = (0...last).map { index -> UInt16 in
      UInt16((min(max(curve.linear(of: Double(index) / Double(last)), 0), 1) * 65535).rounded())
    }
    let bytes = ICCProfile.rgb(.sRGB, description: description) { context in
      if case .gamma = curve { return curve.makeLCMSCurve(context) }
      return cmsBuildTabulatedToneCurve16(context, cmsUInt32Number(values.count), values)
    }
    guard let bytes else { return nil }
    self = .icc(bytes)
  }
}
