/// The roll-off of ITU-R BT.2390-10 (5.4.1) from a picture's range of light to that of a display.
///
/// Light below the knee is unchanged; above it a Hermite spline in the scale of the perceptual quantizer maps the
/// brightest light to the display's.
package struct RollOff: Sendable {
  private let peak: Double
  private let target: Double
  /// The factors of light, at equal steps of the square root of the light's share of the peak.
  private let scales: [Float]

  private static let steps = 2048
  /// The light of the perceptual quantizer that is white.
  private static let white = 203.0 / 10_000

  /// - Parameters:
  ///   - peak: the brightest light, relative to white at 1. Up to the target nothing changes.
  ///   - target: the brightest light of the display, above 0.
  package init(from peak: Double, to target: Double = 1) {
    self.peak = peak
    self.target = target
    guard peak > target else {
      scales = []
      return
    }
    let source = ToneCurve.pq.encoded(peak * Self.white)
    let most = ToneCurve.pq.encoded(target * Self.white) / source
    let knee = 1.5 * most - 0.5
    scales = (0...Self.steps).map { step in
      let share = Double(step) / Double(Self.steps)
      let light = share * share * peak
      let value = ToneCurve.pq.encoded(light * Self.white) / source
      guard value > knee, light > 0 else { return 1 }
      let t = (value - knee) / (1 - knee)
      let (t2, t3) = (t * t, t * t * t)
      let mapped = (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * most
      return Float(ToneCurve.pq.linear(of: mapped * source) / Self.white / light)
    }
  }

  /// The factor of a pixel for its brightest component.
  package func scale(of light: Float) -> Float {
    guard !scales.isEmpty, light > 0 else { return 1 }
    guard Double(light) < peak else { return Float(target) / light }
    let position = (light / Float(peak)).squareRoot() * Float(Self.steps)
    let index = min(Int(position), Self.steps - 1)
    return scales[index] + (scales[index + 1] - scales[index]) * (position - Float(index))
  }
}
