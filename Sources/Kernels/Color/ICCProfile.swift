import CLCMS
import Imaging

/// ICC profiles as embedded in files: made for the named colour spaces, and parsed for their description.
public enum ICCProfile {
  /// A small version 4 profile of a colour space; for a space given by its profile, that profile.
  ///
  /// The same space always gives the same bytes. nil for spaces of high dynamic range, whose curves profiles of this
  /// kind do not support, and if Little CMS cannot build it (out of memory).
  public static func bytes(for colorSpace: ColorSpace) -> [UInt8]? {
    switch colorSpace {
    case .icc(let profile): profile
    case .sRGB: rgb(.sRGB, curve: .sRGB, description: "sRGB IEC61966-2.1")
    case .displayP3: rgb(.displayP3, curve: .sRGB, description: "Display P3")
    case .adobeRGB: rgb(.adobeRGB, curve: .gamma(ToneCurve.adobeRGBGamma), description: "Adobe RGB (1998)")
    case .extendedLinearSRGB: rgb(.sRGB, curve: .linear, description: "Linear sRGB")
    case .pq, .hlg: nil
    case .gray: gray(curve: .sRGB, description: "Gray, sRGB curve")
    case .linearGray: gray(curve: .linear, description: "Linear Gray")
    }
  }

  /// A small version 4 profile of a colour space given by its primaries and its decoding exponent.
  ///
  /// - Parameter chromaticities: CIE 1931 x and y of white, red, green and blue; those of sRGB if nil.
  /// - Returns: nil if the primaries are invalid, or the exponent is not `0.1...10`.
  public static func bytes(
    gamma: Double, chromaticities: [(x: Double, y: Double)]? = nil, description: String
  ) -> [UInt8]? {
    guard (0.1...10).contains(gamma) else { return nil }
    guard let points = chromaticities else { return rgb(.sRGB, curve: .gamma(gamma), description: description) }
    guard points.count == 4, points.allSatisfy({ $0.x >= 0 && $0.y >= 0.001 && $0.x + $0.y <= 1.001 }) else {
      return nil
    }
    let colors = points.map { Primaries.Chromaticity(x: $0.x, y: $0.y) }
    let primaries = Primaries(red: colors[1], green: colors[2], blue: colors[3], white: colors[0])
    guard primaries.areIndependent else { return nil }
    return rgb(primaries, curve: .gamma(gamma), description: description)
  }

  /// The English description inside a profile, such as "Display P3"; nil if the bytes are not a profile or it has none.
  ///
  /// For the package's own profiles: a damaged foreign one can make lcms2 allocate hundreds of megabytes.
  static func description(of profile: [UInt8]) -> String? {
    LCMSProfile(bytes: profile)?.descriptionText
  }

  private static func rgb(_ primaries: Primaries, curve: ToneCurve, description: String) -> [UInt8]? {
    rgb(primaries, description: description) { curve.makeLCMSCurve($0) }
  }

  /// A profile of RGB with one curve for all components.
  static func rgb(
    _ primaries: Primaries, description: String, curve: (cmsContext) -> OpaquePointer?
  ) -> [UInt8]? {
    let profile = LCMSProfile { context in
      guard let table = curve(context) else { return nil }
      defer { cmsFreeToneCurve(table) }
      var white = cmsCIExyY(x: primaries.white.x, y: primaries.white.y, Y: 1)
      var triple = cmsCIExyYTRIPLE(
        Red: cmsCIExyY(x: primaries.red.x, y: primaries.red.y, Y: 1),
        Green: cmsCIExyY(x: primaries.green.x, y: primaries.green.y, Y: 1),
        Blue: cmsCIExyY(x: primaries.blue.x, y: primaries.blue.y, Y: 1))
      var curves: [OpaquePointer?] = [table, table, table]
      return cmsCreateRGBProfileTHR(context, &white, &triple, &curves)
    }
    return finish(profile, description)
  }

  private static func gray(curve: ToneCurve, description: String) -> [UInt8]? {
    let profile = LCMSProfile { context in
      guard let table = curve.makeLCMSCurve(context) else { return nil }
      defer { cmsFreeToneCurve(table) }
      var white = cmsCIExyY(x: 0.3457, y: 0.3585, Y: 1)
      return cmsCreateGrayProfileTHR(context, &white, table)
    }
    return finish(profile, description)
  }

  private static func finish(_ profile: LCMSProfile?, _ description: String) -> [UInt8]? {
    guard let profile else { return nil }
    profile.setText(description, for: cmsSigProfileDescriptionTag)
    profile.setText("Public domain", for: cmsSigCopyrightTag)
    guard var bytes = profile.bytes, bytes.count > 128 else { return nil }
    // Little CMS writes the creation time; a fixed date keeps equal spaces equal byte for byte.
    let date: [UInt8] = [0x07, 0xE8, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]
    bytes.replaceSubrange(24..<36, with: date)
    return bytes
  }
}
