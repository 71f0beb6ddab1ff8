import CLCMS
import Glibc

/// ICC profiles for code points of ISO/IEC 23091-2 (ITU-T H.273), as in `nclx` boxes.
package enum CodePointProfile {
  /// The profile of RGB with some primaries and a transfer curve, made by Little CMS: the same bytes every time.
  ///
  /// - Parameters:
  ///   - primaries: `ColourPrimaries`, table 2; 2 (unspecified) counts as those of sRGB.
  ///   - transfer: `TransferCharacteristics`, table 3, 2 counts as the curve of sRGB.
  /// - Returns: nil for code points without a profile: reserved ones, and curves of high dynamic range or none.
  package static func bytes(primaries: Int, transfer: Int) -> [UInt8]? {
    guard let (chromaticities, space) = Primaries.named(codePoint: primaries), let curve = Curve(codePoint: transfer)
    else { return nil }
    return ICCProfile.rgb(chromaticities, description: "\(space), \(curve.name)") { curve.make($0) }
  }

  /// Whether primaries are defined: neither reserved nor unspecified.
  package static func isDefined(primaries: Int) -> Bool {
    primaries != 2 && Primaries.named(codePoint: primaries) != nil
  }

  /// Whether a curve is defined and not of high dynamic range: neither reserved nor unspecified.
  package static func isDefined(transfer: Int) -> Bool { transfer != 2 && Curve(codePoint: transfer) != nil }

  private struct Curve {
    private enum Shape {
      /// A parametric curve of ICC.1 (10.18, function type 3), of type 1, or a plain exponent: by the number of
      /// parameters.
      case parametric([Double])
      /// The light of 100^(signal - 1) for 2, and 0 for no signal.
      case logarithmic(decades: Double)
    }

    let name: String
    private let shape: Shape

    init?(codePoint: Int) {
      switch codePoint {
      // xvYCC and BT.1361 are the same for nonnegative samples.
      case 1, 6, 11, 12, 14, 15:
        (name, shape) = ("BT.709 curve", .parametric([1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081]))
      case 2, 13: (name, shape) = ("sRGB curve", .parametric([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]))
      case 4: (name, shape) = ("gamma 2.2", .parametric([2.2]))
      case 5: (name, shape) = ("gamma 2.8", .parametric([2.8]))
      case 7:
        (name, shape) = ("SMPTE 240M curve", .parametric([1 / 0.45, 1 / 1.1115, 0.1115 / 1.1115, 1 / 4, 0.0912]))
      case 8: (name, shape) = ("linear", .parametric([1]))
      case 9: (name, shape) = ("logarithmic, 100:1", .logarithmic(decades: 2))
      case 10: (name, shape) = ("logarithmic, 316:1", .logarithmic(decades: 2.5))
      // A projector's white is 48 of 52.37 cd/m².
      case 17: (name, shape) = ("SMPTE 428 curve", .parametric([2.6, pow(52.37 / 48, 1 / 2.6), 0]))
      default: return nil
      }
    }

    func make(_ context: cmsContext) -> OpaquePointer? {
      switch shape {
      case .parametric(let parameters):
        switch parameters.count {
        case 1: return cmsBuildGamma(context, parameters[0])
        case 3: return cmsBuildParametricToneCurve(context, 2, parameters)
        default: return cmsBuildParametricToneCurve(context, 4, parameters)
        }
      case .logarithmic(let decades):
        let table = (0..<4096).map { index in
          index == 0 ? 0 : UInt16((pow(10, (Double(index) / 4095 - 1) * decades) * 65_535).rounded())
        }
        return cmsBuildTabulatedToneCurve16(context, UInt32(table.count), table)
      }
    }
  }
}

extension Primaries {
  /// The primaries of a code point of H.273, table 2, with their name.
  fileprivate static func named(codePoint: Int) -> (Primaries, String)? {
    func make(
      _ red: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double),
      white: (Double, Double) = (0.3127, 0.3290)
    ) -> Primaries {
      Primaries(
        red: Chromaticity(x: red.0, y: red.1), green: Chromaticity(x: green.0, y: green.1),
        blue: Chromaticity(x: blue.0, y: blue.1), white: Chromaticity(x: white.0, y: white.1))
    }
    switch codePoint {
    case 1, 2: return (.sRGB, "BT.709")
    case 4: return (make((0.67, 0.33), (0.21, 0.71), (0.14, 0.08), white: (0.310, 0.316)), "BT.470 M")
    case 5: return (make((0.64, 0.33), (0.29, 0.60), (0.15, 0.06)), "BT.601 625 lines")
    case 6, 7: return (make((0.630, 0.340), (0.310, 0.595), (0.155, 0.070)), "BT.601 525 lines")
    case 8: return (make((0.681, 0.319), (0.243, 0.692), (0.145, 0.049), white: (0.310, 0.316)), "generic film")
    case 9: return (.bt2020, "BT.2020")
    case 10: return (make((1, 0), (0, 1), (0, 0), white: (1.0 / 3, 1.0 / 3)), "CIE XYZ")
    case 11: return (make((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), white: (0.314, 0.351)), "DCI-P3")
    case 12: return (.displayP3, "P3 D65")
    case 22: return (make((0.630, 0.340), (0.295, 0.605), (0.155, 0.077)), "EBU Tech 3213")
    default: return nil
    }
  }
}
