/// Removes from ICC profiles the data that do not define colours: the calibration and the serial number of a display,
/// private tags, bytes that no tag uses (ICC.1:2022, 7.3).
///
/// The bytes are erased in their place, so that a profile keeps its length, and its colours stay bit for bit the same.
/// Name and copyright stay, except in the profile that a calibration made for one display, whose name is often its
/// owner's.
enum ProfileTexts {
  /// Tags of the colours: of the standard in all its versions, and Apple's parametric curves.
  private static let colors: Set<FourCC> = [
    "A2B0", "A2B1", "A2B2", "A2B3", "A2M0", "B2A0", "B2A1", "B2A2", "B2A3", "M2A0", "B2D0", "B2D1", "B2D2", "B2D3",
    "D2B0", "D2B1", "D2B2", "D2B3", "rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC", "kTRC", "wtpt", "bkpt", "lumi",
    "chad", "chrm", "gamt", "pre0", "pre1", "pre2", "rig0", "rig2", "view", "meas", "tech", "cicp", "ciis", "clro",
    "clrt", "clot", "ncl2", "ncol", "resp", "scrn", "bfd ", "crdi", "psd0", "psd1", "psd2", "psd3", "ps2s", "ps2i",
    "aarg", "aagg", "aabg", "hdgm", "c2sp", "s2cp", "svcn", "mbbb", "gbd0", "gbd1", "gbd2", "gbd3",
  ]
  /// Texts of profiles that many devices share.
  private static let texts: Set<FourCC> = ["desc", "dscm", "cprt", "dmnd", "dmdd", "vued", "scrd", "pseq", "psid"]
  /// Tags of a profile that was made for one display: calibration, measurements, make with serial number.
  private static let display: Set<FourCC> = ["vcgt", "mmod", "ndin", "meta", "targ", "DevD", "CIED", "Pmtr"]

  private struct Entry {
    let type: FourCC
    let bytes: [UInt8]
    let range: Range<Int>
  }

  /// The profile without them; the same if it has none, or cannot be parsed.
  static func removed(from profile: [UInt8]) -> [UInt8] {
    guard let count = number(profile, at: 128), count <= 1000, 132 + 12 * count <= profile.count else { return profile }
    var entries: [Entry] = []
    for place in stride(from: 132, to: 132 + 12 * count, by: 12) {
      guard let type = number(profile, at: place), let start = number(profile, at: place + 4),
        let length = number(profile, at: place + 8), start >= 128, length <= profile.count - start
      else { return profile }
      entries.append(
        Entry(
          type: FourCC(rawValue: UInt32(type)), bytes: Array(profile[place..<place + 12]), range: start..<start + length
        ))
    }
    let kept = entries.filter { colors.contains($0.type) || texts.contains($0.type) }
    let isOfDisplay = entries.contains { display.contains($0.type) }
    let table = kept.flatMap(\.bytes)
    var result = Array(profile[..<128]) + [UInt8](repeating: 0, count: profile.count - 128)
    result.replaceSubrange(128..<132, with: bytes(of: kept.count))
    result.replaceSubrange(132..<132 + table.count, with: table)
    for entry in kept {
      guard entry.range.lowerBound >= 132 + table.count else { return profile }
      result.replaceSubrange(entry.range, with: profile[entry.range])
    }
    if isOfDisplay { for entry in kept where texts.contains(entry.type) { rename(entry.range, in: &result) } }
    guard result != profile else { return profile }
    // The identifier is a checksum of the whole; zeros mean that there is none.
    result.replaceSubrange(84..<100, with: [UInt8](repeating: 0, count: 16))
    return result
  }

  /// Replaces a text by "Display", or as much of it as fits.
  private static func rename(_ range: Range<Int>, in profile: inout [UInt8]) {
    let name = Array("Display".utf8)
    func erase(from start: Int) {
      for index in max(start, range.lowerBound)..<max(range.upperBound, start, range.lowerBound) { profile[index] = 0 }
    }
    guard range.count >= 12 else { return erase(from: range.lowerBound) }
    switch FourCC(rawValue: UInt32(number(profile, at: range.lowerBound) ?? 0)) {
    case "desc":
      // A text with its length, then Unicode and a script, each with a length that is 0 now.
      guard let length = number(profile, at: range.lowerBound + 8), length > 0, length <= range.count - 12 else {
        return erase(from: range.lowerBound + 8)
      }
      erase(from: range.lowerBound + 12)
      let text = name.prefix(length - 1)
      profile.replaceSubrange((range.lowerBound + 12)..<(range.lowerBound + 12 + text.count), with: text)
    case "mluc":
      guard let count = number(profile, at: range.lowerBound + 8), range.count >= 16, count <= (range.count - 16) / 12
      else {
        return erase(from: range.lowerBound + 8)
      }
      let records = (0..<count).map { range.lowerBound + 16 + 12 * $0 }
      let areas = records.map { (length: number(profile, at: $0 + 4) ?? 0, start: number(profile, at: $0 + 8) ?? 0) }
      erase(from: range.lowerBound + 16 + 12 * count)
      for (record, area) in zip(records, areas) {
        let isInside = area.start >= 16 + 12 * count && area.length <= range.count - area.start
        let letters = isInside ? name.prefix(area.length / 2) : []
        profile.replaceSubrange((record + 4)..<(record + 8), with: bytes(of: 2 * letters.count))
        let start = range.lowerBound + area.start
        for (index, letter) in letters.enumerated() { profile[start + 2 * index + 1] = letter }
      }
    default: erase(from: range.lowerBound + 8)
    }
  }

  private static func bytes(of number: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian) { Array($0) }
  }

  private static func number(_ profile: [UInt8], at place: Int) -> Int? {
    guard place >= 0, place <= profile.count - 4 else { return nil }
    return profile[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}

extension Photo {
  /// The photo, whose colour profile has nothing but its colours, name and copyright.
  package func withoutProfileTexts() -> Photo {
    guard case .icc(let profile) = pixels.colorSpace else { return self }
    var result = self
    result.pixels.colorSpace = .icc(ProfileTexts.removed(from: profile))
    return result
  }
}
