import Imaging

extension ColorSpace {
  /// The space for results of editing a picture in this space: this one, unless its profile has tables from samples to
  /// light and none back, as Apple's "Wide Color Sharing Profile" does.
  ///
  /// Such a profile is replaced by the first of sRGB, Display P3 and Adobe RGB (1998) whose gamut contains the
  /// profile's red, green and blue, to ``tolerance``; otherwise by a matrix profile with the profile's own primaries
  /// and the curve of sRGB; if its primaries span no gamut, by sRGB.
  package var renderable: ColorSpace {
    guard case .icc = self, let profile = try? ColorProfile(self), case .lookup(let tables) = profile.model,
      !tables.canEncode
    else { return self }
    guard tables.componentCount == 3 else { return .gray }
    let primaries = tables.primaries
    let named: [(ColorSpace, Primaries)] = [
      (.sRGB, .sRGB), (.displayP3, .displayP3), (.adobeRGB, .adobeRGB),
    ]
    if let (space, _) = named.first(where: { $0.1.contain(primaries, tolerance: Self.tolerance) }) { return space }
    let description = "Matrix profile of the primaries of a profile of tables"
    guard let chromaticities = Primaries(linearSRGB: primaries), chromaticities.areIndependent,
      let bytes = ICCProfile.rgb(chromaticities, description: description, curve: { ToneCurve.sRGB.makeLCMSCurve($0) })
    else { return .sRGB }
    return .icc(bytes)
  }

  /// The tolerance by which a primary may lie outside of a gamut: a component of its light there, relative to white at
  /// 1.
  private static let tolerance = 0.02
}

extension LookupProfile {
  /// The light of the purest red, green and blue, in linear sRGB.
  fileprivate var primaries: [SIMD3<Double>] {
    let samples: [Float] = [1, 0, 0, 0, 1, 0, 0, 0, 1]
    var linear = [Float](repeating: 0, count: 9)
    decode(samples, count: 3, into: &linear)
    return [0, 3, 6].map { SIMD3(Double(linear[$0]), Double(linear[$0 + 1]), Double(linear[$0 + 2])) }
  }
}

extension Primaries {
  /// The primaries and white for these colours, given in linear sRGB; nil if one of them has no light.
  fileprivate init?(linearSRGB colors: [SIMD3<Double>]) {
    let points = colors.compactMap { color -> Chromaticity? in
      let (x, y, z) = Primaries.sRGB.toXYZ.apply((color.x, color.y, color.z))
      let sum = x + y + z
      return sum.isFinite && sum > 1e-6 && y > 1e-6 ? Chromaticity(x: x / sum, y: y / sum) : nil
    }
    guard points.count == 3 else { return nil }
    self.init(red: points[0], green: points[1], blue: points[2], white: Primaries.sRGB.white)
  }

  /// Whether all of the colours, given in linear sRGB, are in the gamut of these primaries.
  fileprivate func contain(_ colors: [SIMD3<Double>], tolerance: Double) -> Bool {
    guard let fromXYZ = toXYZ.inverse else { return false }
    let matrix = fromXYZ * Primaries.sRGB.toXYZ
    return colors.allSatisfy { color in
      let own = matrix.apply((color.x, color.y, color.z))
      return [own.0, own.1, own.2].allSatisfy { $0 >= -tolerance }
    }
  }
}
