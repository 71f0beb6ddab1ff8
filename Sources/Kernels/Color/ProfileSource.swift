import CLCMS

/// An ICC profile parsed by Little CMS, and its description of the samples.
struct ProfileSource {
  /// How a profile describes samples. Curves belong to the profile.
  enum Kind {
    case grayCurve(OpaquePointer)
    /// A matrix from the space's linear components to linear sRGB, and a curve a component.
    case matrix(ColorSpaceMatrix, (red: OpaquePointer, green: OpaquePointer, blue: OpaquePointer))
    case tables(LookupProfile)
  }

  let kind: Kind
  private let profile: LCMSProfile

  /// - Throws: ``ColorProfileError`` if the bytes are not a profile of gray or RGB, or it is incomplete.
  init(_ bytes: [UInt8]) throws(ColorProfileError) {
    guard let profile = LCMSProfile(bytes: bytes) else { throw .unreadable(byteCount: bytes.count) }
    self.profile = profile
    let handle = profile.handle
    let space = cmsGetColorSpace(handle)
    guard space == cmsSigRgbData || space == cmsSigGrayData else {
      throw .unsupportedComponents(Self.text(of: space.rawValue))
    }
    // If the connection space is L*a*b*, the curve gives lightness, which tables of Little CMS convert to light.
    if space == cmsSigGrayData, cmsGetPCS(handle) == cmsSigXYZData, let curve = cmsReadTag(handle, cmsSigGrayTRCTag) {
      kind = .grayCurve(OpaquePointer(curve))
      return
    }
    let hasTable = cmsIsTag(handle, cmsSigAToB0Tag) != 0
    if space == cmsSigRgbData, !hasTable || cmsIsTag(handle, cmsSigBToA0Tag) == 0,
      let matrix = Self.matrix(of: handle)
    {
      kind = matrix
      return
    }
    kind = .tables(try LookupProfile(bytes: bytes, componentCount: space == cmsSigGrayData ? 1 : 3))
  }

  /// Curves and primaries, if the profile has them all and they can be inverted.
  private static func matrix(of handle: cmsHPROFILE) -> Kind? {
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
    return .matrix(matrix, (OpaquePointer(redCurve), OpaquePointer(greenCurve), OpaquePointer(blueCurve)))
  }

  private static func text(of signature: UInt32) -> String {
    let characters = (0..<4).map { UInt8(truncatingIfNeeded: signature >> (24 - 8 * UInt32($0))) }
    return String(decoding: characters.map { 32...126 ~= $0 ? $0 : 63 }, as: UTF8.self)
  }
}
