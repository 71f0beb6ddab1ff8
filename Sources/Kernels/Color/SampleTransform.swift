import CPixelKernels
import Imaging

/// The conversion between a profile's encoded components and linear sRGB: a curve for each component and a matrix, or
/// lookup tables in place of both. A value.
struct SampleTransform {
  /// The curves of red, green and blue; linear if there are lookup tables.
  let curves: [ToneCurve]
  /// From the light of the components to linear sRGB.
  let toLinearSRGB: ColorSpaceMatrix
  /// Nil if there are curves.
  let lookup: LookupProfile?

  init(_ profile: ColorProfile) {
    switch profile.model {
    case .gray(let curve): (curves, toLinearSRGB, lookup) = ([curve, curve, curve], .identity, nil)
    case .rgb(let red, let green, let blue, let matrix):
      (curves, toLinearSRGB, lookup) = ([red, green, blue], matrix, nil)
    case .lookup(let profile): (curves, toLinearSRGB, lookup) = ([.linear, .linear, .linear], .identity, profile)
    }
  }

  /// A table for each curve. Equal curves share one.
  func tables<Table>(_ make: (ToneCurve) -> Table) -> [Table] {
    var tables: [Table] = []
    for (index, curve) in curves.enumerated() {
      let same = curves[..<index].firstIndex(of: curve)
      tables.append(same.map { tables[$0] } ?? make(curve))
    }
    return tables
  }
}

extension Collection<ToneCurve> {
  /// Whether samples are light itself.
  var areLinear: Bool { allSatisfy { $0 == .linear } }
}

extension AlphaType {
  /// The alpha type's number in the pixel loops.
  var kernelNumber: Int32 {
    switch self {
    case .opaque: Int32(PK_OPAQUE)
    case .premultiplied: Int32(PK_PREMULTIPLIED)
    case .straight: Int32(PK_STRAIGHT)
    }
  }
}
