import CLCMS
import Imaging

/// How the samples of a colour space stand for light, ready for conversion to and from linear sRGB.
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
  /// - Throws: ``ColorProfileError`` if the space is given by a profile that cannot be used.
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

  /// - Parameter white: the light of the curve that is white.
  private init(curve: ToneCurve, primaries: Primaries?, white: Double = 1) {
    var matrix = ColorSpaceMatrix.identity
    if let primaries, let fromXYZ = Primaries.sRGB.toXYZ.inverse { matrix = fromXYZ * primaries.toXYZ }
    if white != 1 { matrix = ColorSpaceMatrix(matrix.elements.map { $0 / white }) }
    model = .rgb(red: curve, green: curve, blue: curve, toLinearSRGB: matrix)
  }

  private init(icc bytes: [UInt8]) throws(ColorProfileError) {
    guard let profile = LCMSProfile(bytes: bytes) else { throw .unreadable(byteCount: bytes.count) }
    let handle = profile.handle
    let space = cmsGetColorSpace(handle)
    guard space == cmsSigRgbData || space == cmsSigGrayData else {
      throw .unsupportedComponents(ColorProfile.text(of: space.rawValue))
    }
    if space == cmsSigGrayData, let curve = cmsReadTag(handle, cmsSigGrayTRCTag) {
      model = .gray(ToneCurve(OpaquePointer(curve)))
      return
    }
    let hasTable = cmsIsTag(handle, cmsSigAToB0Tag) != 0
    if space == cmsSigRgbData, !hasTable || cmsIsTag(handle, cmsSigBToA0Tag) == 0,
      let model = ColorProfile.matrixModel(of: handle)
    {
      self.model = model
      return
    }
    model = .lookup(try LookupProfile(bytes: bytes, componentCount: space == cmsSigGrayData ? 1 : 3))
  }

  /// Curves and primaries, if the profile has them all and they can be inverted.
  private static func matrixModel(of handle: cmsHPROFILE) -> Model? {
    func xyz(_ tag: cmsTagSignature) -> (Double, Double, Double)? {
      guard let value = cmsReadTag(handle, tag)?.assumingMemoryBound(to: cmsCIEXYZ.self).pointee,
        value.X.isFinite, value.Y.isFinite, value.Z.isFinite
      else { return nil }
      return (value.X, value.Y, value.Z)
    }
    guard let red = xyz(cmsSigRedColorantTag), let green = xyz(cmsSigGreenColorantTag),
      let blue = xyz(cmsSigBlueColorantTag), let redCurve = cmsReadTag(handle, cmsSigRedTRCTag),
      let greenCurve = cmsReadTag(handle, cmsSigGreenTRCTag), let blueCurve = cmsReadTag(handle, cmsSigBlueTRCTag),
      let fromD50 = (ColorSpaceMatrix.d65ToD50 * Primaries.sRGB.toXYZ).inverse
    else { return nil }
    let matrix = fromD50 * ColorSpaceMatrix(columns: red, green, blue)
    guard matrix.inverse != nil else { return nil }
    return .rgb(
      red: ToneCurve(OpaquePointer(redCurve)), green: ToneCurve(OpaquePointer(greenCurve)),
      blue: ToneCurve(OpaquePointer(blueCurve)), toLinearSRGB: matrix.isNearlyIdentity ? .identity : matrix)
  }

  private static func text(of signature: UInt32) -> String {
    let characters = (0..<4).map { UInt8(truncatingIfNeeded: signature >> (24 - 8 * UInt32($0))) }
    return String(decoding: characters.map { 32...126 ~= $0 ? $0 : 63 }, as: UTF8.self)
  }
}
