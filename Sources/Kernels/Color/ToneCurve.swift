import CLCMS
import Glibc

/// The transfer function of one component: `linear(of:)` decodes, `encoded(_:)` encodes.
///
/// Outside `0...1` the analytic curves are odd functions, as in extended sRGB; a sampled curve continues with the slope
/// at its end.
package enum ToneCurve: Sendable, Hashable {
  case linear
  /// IEC 61966-2-1.
  case sRGB
  /// `light = value ^ gamma`.
  case gamma(Double)
  /// SMPTE ST 2084: light of 1 is 10,000 cd/m².
  case pq
  /// The inverse of the OETF of hybrid log-gamma (ITU-R BT.2100, table 5): light of 1 is the scene's brightest.
  case hlg
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
    case .pq:
      let power = pow(abs(value), 1 / PQ.m2)
      let light = pow(max(power - PQ.c1, 0) / (PQ.c2 - PQ.c3 * power), 1 / PQ.m1)
      return value < 0 ? -light : light
    case .hlg:
      let size = abs(value)
      let light = size <= 0.5 ? size * size / 3 : (exp((size - HLG.c) / HLG.a) + HLG.b) / 12
      return value < 0 ? -light : light
    case .sampled(let samples):
      let last = samples.count - 1
      let position = value * Double(last)
      let index = Int(min(max(position.rounded(.down), 0), Double(last - 1)))
      let low = Double(samples[index])
      return low + (Double(samples[index + 1]) - low) * (position - Double(index))
    }
  }

  /// The encoded value for an amount of light: the inverse of ``linear(of:)``.
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
    case .pq:
      let power = pow(abs(light), PQ.m1)
      let value = pow((PQ.c1 + PQ.c2 * power) / (1 + PQ.c3 * power), PQ.m2)
      return light < 0 ? -value : value
    case .hlg:
      let size = abs(light)
      let value = size <= 1.0 / 12 ? (3 * size).squareRoot() : HLG.a * log(12 * size - HLG.b) + HLG.c
      return light < 0 ? -value : value
    case .sampled(let samples):
      return ToneCurve.position(of: light, in: samples) / Double(samples.count - 1)
    }
  }

  /// The constants of SMPTE ST 2084.
  private enum PQ {
    static let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
    static let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
  }

  /// The constants of ITU-R BT.2100, table 5.
  private enum HLG {
    static let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
  }

  /// The position of a value in a rising table, in table steps, extrapolated linearly beyond its ends.
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
    // A nearly flat end must not extrapolate to infinity.
    return min(max(position, -Double(samples.count)), 2 * Double(samples.count))
  }

  /// The same curve as an object of Little CMS; the caller frees it.
  func makeLCMSCurve(_ context: cmsContext) -> OpaquePointer? {
    switch self {
    case .linear: cmsBuildGamma(context, 1)
    case .gamma(let gamma): cmsBuildGamma(context, gamma)
    case .sRGB: cmsBuildParametricToneCurve(context, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    // Profiles hold no more light than white.
    case .pq, .hlg: nil
    case .sampled(let samples): cmsBuildTabulatedToneCurveFloat(context, cmsUInt32Number(samples.count), samples)
    }
  }

  /// A curve of a profile: analytic if it matches a well-known one within a 16-bit step, otherwise sampled.
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
    // A constant curve has no inverse; a small slope gives it an end.
    if samples[last] <= samples[0] { samples[last] = samples[0] + 1e-6 }
    self = .sampled(samples)
  }
}
