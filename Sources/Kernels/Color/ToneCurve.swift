import CLCMS
import Glibc

/// How one component's encoded value stands for light: `linear(of:)` decodes, `encoded(_:)` encodes.
///
/// Outside `0...1` the analytic curves go on symmetrically about 0, as extended sRGB does; a sampled curve goes on
/// with the slope at its end.
package enum ToneCurve: Sendable, Hashable {
  case linear
  /// IEC 61966-2-1.
  case sRGB
  /// `light = value ^ gamma`.
  case gamma(Double)
  /// Light at equally spaced values from 0 to 1, never falling.
  case sampled([Float])

  /// The exponent of Adobe RGB (1998): 2 + 51/256.
  static let adobeRGBGamma = 563.0 / 256

  /// Light from an encoded value.
  package func linear(of value: Double) -> Double {
    switch self {
    case .linear: return value
    case .sRGB:
      let size = abs(value)
      let light = size <= 0.04045 ? size / 12.92 : pow((size + 0.055) / 1.055, 2.4)
      return value < 0 ? -light : light
    case .gamma(let gamma):
      let light = pow(abs(value), gamma)
      return value < 0 ? -light : light
    case .sampled(let samples):
      let last = samples.count - 1
      let position = value * Double(last)
      let index = Int(min(max(position.rounded(.down), 0), Double(last - 1)))
      let low = Double(samples[index])
      return low + (Double(samples[index + 1]) - low) * (position - Double(index))
    }
  }

  /// The encoded value for an amount of light: undoes ``linear(of:)``.
  package func encoded(_ light: Double) -> Double {
    switch self {
    case .linear: return light
    case .sRGB:
      let size = abs(light)
      let value = size <= 0.04045 / 12.92 ? size * 12.92 : 1.055 * pow(size, 1 / 2.4) - 0.055
      return light < 0 ? -value : value
    case .gamma(let gamma):
      let value = pow(abs(light), 1 / gamma)
      return light < 0 ? -value : value
    case .sampled(let samples):
      return ToneCurve.position(of: light, in: samples) / Double(samples.count - 1)
    }
  }

  /// Where in a rising table a value lies, in table steps; before the first and after the last it goes on linearly.
  private static func position(of light: Double, in samples: [Float]) -> Double {
    var low = 0
    var high = samples.count - 1
    while high - low > 1 {
      let center = (low + high) / 2
      if Double(samples[center]) <= light { low = center } else { high = center }
    }
    let step = Double(samples[low + 1]) - Double(samples[low])
    guard step > 0 else { return Double(low) }
    let position = Double(low) + (light - Double(samples[low])) / step
    // A nearly flat end must not send what lies beyond it to infinity.
    return min(max(position, -Double(samples.count)), 2 * Double(samples.count))
  }

  /// The same curve as Little CMS holds it; the caller frees it.
  func makeLCMSCurve(_ context: cmsContext) -> OpaquePointer? {
    switch self {
    case .linear: cmsBuildGamma(context, 1)
    case .gamma(let gamma): cmsBuildGamma(context, gamma)
    case .sRGB: cmsBuildParametricToneCurve(context, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    case .sampled(let samples): cmsBuildTabulatedToneCurveFloat(context, cmsUInt32Number(samples.count), samples)
    }
  }

  /// A curve of a profile: analytic where it is one of the well-known ones to within a 16-bit step, else sampled.
  init(_ curve: OpaquePointer) {
    let last = 65535
    var samples = [Float](unsafeUninitializedCapacity: last + 1) { storage, count in
      var highest: Float = -.infinity
      for index in 0...last {
        let value = cmsEvalToneCurveFloat(curve, Float(index) / Float(last))
        highest = max(highest, value.isFinite ? value : 0)
        storage[index] = highest
      }
      count = last + 1
    }
    for known in [ToneCurve.linear, .sRGB, .gamma(ToneCurve.adobeRGBGamma), .gamma(1.8), .gamma(2.2)] {
      let matches = stride(from: 0, through: last, by: 257).allSatisfy {
        abs(known.linear(of: Double($0) / Double(last)) - Double(samples[$0])) < 1.0 / 65535
      }
      if matches {
        self = known
        return
      }
    }
    // A curve without any rise has no inverse; a small one gives it an end.
    if samples[last] <= samples[0] { samples[last] = samples[0] + 1e-6 }
    self = .sampled(samples)
  }
}
