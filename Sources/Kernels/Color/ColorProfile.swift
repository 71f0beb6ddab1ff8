import CLCMS
import Imaging

/// The encoding of light by a colour space's samples, prepared for conversion to and from linear sRGB.
///
/// Chromatic adaptation is Bradford's, from the D50 of ICC profiles to the D65 of sRGB. A value: may be shared.
package struct ColorProfile: Sendable {
  /// The ways in which a space can be described.
  package enum Model: Sendable {
    /// One component; light of 1 is white.
    case gray(ToneCurve)
    /// A curve a component, then a matrix from the space's linear components to linear sRGB.
    case rgb(red: ToneCurve, green: ToneCurve, blue: ToneCurve, toLinearSRGB: ColorSpaceMatrix)
    /// Lookup tables, evaluated by Little CMS.
    case lookup(LookupProfile)
  }

  package let model: Model

  /// The profile of a colour space.
  ///
  /// - Throws: ``ColorProfileError`` if the space is given by an unusable profile.
  package init(_ colorSpace: ColorSpace) throws(ColorProfileError) {
    switch colorSpace {
    case .sRGB: self.init(curve: .sRGB, primaries: nil)
    case .displayP3: self.init(curve: .sRGB, primaries: .displayP3)
    case .adobeRGB: self.init(curve: .gamma(ToneCurve.adobeRGBGamma), primaries: .adobeRGB)
    case .extendedLinearSRGB: self.init(curve: .linear, primaries: nil)
    case .pq(let primaries): self.init(curve: .pq, primaries: Primaries(primaries), white: 203.0 / 10_000)
    case .hlg(let primaries):
      self.init(curve: .hlg, primaries: Primaries(primaries), white: ToneCurve.hlg.linear(of: 0.75))
    case .gray: self.init(model: .gray(.sRGB))
    case .linearGray: self.init(model: .gray(.linear))
    case .icc(let bytes): try self.init(icc: bytes)
    }
  }

  /// 1 for gray, 3 for colour.
  package var componentCount: Int {
    switch model {
    case .gray: 1
    case .rgb: 3
    case .lookup(let profile): profile.componentCount
    }
  }

  private init(model: Model) { self.model = model }

  /// - Parameter white: the curve's light that is white.
  private init(curve: ToneCurve, primaries: Primaries?, white: Double = 1) {
    var matrix = ColorSpaceMatrix.identity
    if let primaries, let fromXYZ = Primaries.sRGB.toXYZ.inverse { matrix = fromXYZ * primaries.toXYZ }
    if white != 1 { matrix = ColorSpaceMatrix(matrix.elements.map { $0 / white }) }
    model = .rgb(red: curve, green: curve, blue: curve, toLinearSRGB: matrix)
  }

  private init(icc bytes: [UInt8]) throws(ColorProfileError) {
    let source = try ProfileSource(bytes)
    switch source.kind {
    case .grayCurve(let curve): model = .gray(ToneCurve(curve))
    case .matrix(let matrix, let curves):
      model = .rgb(
        red: ToneCurve(curves.red), green: ToneCurve(curves.green), blue: ToneCurve(curves.blue),
        toLinearSRGB: matrix.isNearlyIdentity ? .identity : matrix)
    case .tables(let profile): model = .lookup(profile)
    }
    // The curves are the profile's.
    withExtendedLifetime(source) {}
  }

  /// Why the bytes of a profile cannot be used; nil if they can. It is cheaper than creating a ``ColorProfile``.
  package static func obstacle(in bytes: [UInt8]) -> ColorProfileError? {
    do throws(ColorProfileError) {
      _ = try ProfileSource(bytes)
      return nil
    } catch {
      return error
    }
  }
}
