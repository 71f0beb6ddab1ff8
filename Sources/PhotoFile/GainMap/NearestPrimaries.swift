import Imaging
import Kernels

extension ColorSpace {
  /// A profile with the space's primaries, for a gain map, whose samples are not colours.
  var profileOfPrimaries: [UInt8]? {
    if case .icc(let profile) = self { return profile }
    // The curve of sRGB.
    return (try? nearestPrimaries()).flatMap { CodePointProfile.bytes(primaries: $0.codePoint, transfer: 13) }
  }

  /// The primaries that hold the space's colours.
  func nearestPrimaries() throws(ColorProfileError) -> ColorPrimaries {
    switch self {
    case .pq(let primaries), .hlg(let primaries): return primaries
    default: break
    }
    guard case .rgb(_, _, _, let own) = try ColorProfile(renderable).model else { return .bt709 }
    for (primaries, space) in [(ColorPrimaries.bt709, ColorSpace.sRGB), (.displayP3, .displayP3)] {
      guard case .rgb(_, _, _, let known) = try ColorProfile(space).model else { continue }
      // Profiles have 16 bits for each number, and writers adapt white in several ways.
      if zip(own.floats, known.floats).allSatisfy({ abs($0 - $1) < 0.005 }) { return primaries }
    }
    return .bt2020
  }
}
