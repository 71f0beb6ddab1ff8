import Imaging

/// The `colr` property: an ICC profile, or the code points of ISO/IEC 23091-2 (`nclx`).
enum ColorInformation: Hashable {
  case profile([UInt8])
  case codePoints(ColorCodePoints)

  /// Reads the contents of `colr`; nil for a kind that is not known.
  init?(_ reader: inout BoxReader, limits: ReadingLimits) throws(HEIFFault) {
    switch try reader.fourCC() {
    case "prof", "rICC":
      guard reader.remaining <= limits.profileBytes else {
        throw .limitExceeded("a colour profile of \(reader.remaining) bytes")
      }
      self = .profile(Array(reader.bytes[try reader.range(reader.remaining)]))
    case "nclx":
      let (primaries, transfer, matrix) = (try reader.uint16(), try reader.uint16(), try reader.uint16())
      self = .codePoints(
        ColorCodePoints(
          primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: try reader.uint8() >> 7 == 1))
    default: return nil
    }
  }

  /// What a writer puts into `colr` for a colour space; nil if neither a profile nor code points describe it.
  init?(_ colorSpace: ColorSpace) {
    switch colorSpace {
    case .icc(let profile): self = .profile(profile)
    // While there is no profile to write for the named spaces, their code points say the same.
    case .sRGB, .gray: self = .codePoints(ColorCodePoints(primaries: 1, transfer: 13, matrix: 6, isFullRange: true))
    case .displayP3: self = .codePoints(ColorCodePoints(primaries: 12, transfer: 13, matrix: 6, isFullRange: true))
    case .adobeRGB, .extendedLinearSRGB, .linearGray: return nil
    }
  }

  /// The contents of the `colr` box.
  var bytes: [UInt8] {
    switch self {
    case .profile(let profile): return Array("prof".utf8) + profile
    case .codePoints(let points):
      return BoxWriter.bytes {
        $0.fourCC("nclx")
        $0.uint16(points.primaries)
        $0.uint16(points.transfer)
        $0.uint16(points.matrix)
        $0.uint8(points.isFullRange ? 0x80 : 0)
      }
    }
  }
}

/// Primaries, transfer curve and matrix of ISO/IEC 23091-2, and whether samples use all their values.
struct ColorCodePoints: Hashable {
  var primaries: Int
  var transfer: Int
  var matrix: Int
  var isFullRange: Bool

  /// The colour space of the samples once they are RGB.
  func colorSpace() throws(HEIFFault) -> ColorSpace {
    let isHighDynamicRange = transfer == 16 || transfer == 18
    guard primaries != 9, !isHighDynamicRange else {
      throw .unsupported("colours of primaries \(primaries) and transfer \(transfer) (BT.2020, PQ or HLG)")
    }
    return primaries == 12 ? .displayP3 : .sRGB
  }
}
