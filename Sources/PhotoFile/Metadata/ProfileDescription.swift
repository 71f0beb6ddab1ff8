import Imaging

/// The description of an ICC profile, its `desc` tag (ICC.1:2022, 9.2.41; ICC.1:2001-04, 6.5.17).
///
/// It is not read with Little CMS, which allocates the text length that a damaged profile states.
package enum ProfileDescription {
  /// The name of a colour space for people: the profile's own description, if there is a profile.
  package static func name(of colorSpace: ColorSpace) -> String {
    if case .icc(let profile) = colorSpace, let text = text(of: profile), !text.isEmpty { return text }
    return colorSpace.name
  }

  /// The description in the profile's first language; nil if the profile has none or is damaged.
  static func text(of profile: [UInt8]) -> String? {
    guard let count = number(profile, at: 128), count <= 1000 else { return nil }
    for entry in stride(from: 132, to: 132 + 12 * count, by: 12) {
      guard let signature = number(profile, at: entry), let offset = number(profile, at: entry + 4) else { return nil }
      guard signature == 0x6465_7363 else { continue }
      switch number(profile, at: offset) {
      case 0x6465_7363: return ascii(profile, at: offset)
      case 0x6D6C_7563: return unicode(profile, at: offset)
      default: return nil
      }
    }
    return nil
  }

  /// A `textDescriptionType`.
  private static func ascii(_ profile: [UInt8], at offset: Int) -> String? {
    guard let count = number(profile, at: offset + 8), count <= profile.count - offset - 12 else { return nil }
    return String(decoding: profile[(offset + 12)..<(offset + 12 + count)].prefix { $0 != 0 }, as: UTF8.self)
  }

  /// A `multiLocalizedUnicodeType`, of which the first record is used.
  private static func unicode(_ profile: [UInt8], at offset: Int) -> String? {
    guard let records = number(profile, at: offset + 8), records > 0,
      let length = number(profile, at: offset + 20), let start = number(profile, at: offset + 24),
      offset + start + length <= profile.count
    else { return nil }
    let units = stride(from: offset + start, to: offset + start + length - 1, by: 2).map {
      UInt16(profile[$0]) << 8 | UInt16(profile[$0 + 1])
    }
    return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
  }

  /// A big-endian number of 32 bits; nil beyond the end.
  private static func number(_ profile: [UInt8], at offset: Int) -> Int? {
    guard offset >= 0, offset <= profile.count - 4 else { return nil }
    return profile[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
