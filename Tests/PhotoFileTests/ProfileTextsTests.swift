import Imaging
import Kernels
import Support
import Testing

@testable import PhotoFile

/// Texts and private tags of colour profiles, where all metadata are removed.
@Suite struct ProfileTextsTests {
  private static let secret = "Zanzibarrow"

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func text(_ text: String) -> [UInt8] { Array("text".utf8) + number(0) + Array(text.utf8) + [0] }

  /// As version 2 has names, with Unicode behind.
  private static func description(_ text: String) -> [UInt8] {
    let letters = Array(text.utf8) + [0]
    return Array("desc".utf8) + number(0) + number(letters.count) + letters + number(0) + number(text.utf8.count)
      + text.utf8.flatMap { [0, $0] } + [0, 0, UInt8(letters.count)] + letters
      + [UInt8](repeating: 0, count: 67 - letters.count)
  }

  /// As version 4 has them, in two languages.
  private static func localized(_ text: String) -> [UInt8] {
    let letters = text.utf8.flatMap { [0, $0] as [UInt8] }
    let start = 16 + 2 * 12
    return Array("mluc".utf8) + number(0) + number(2) + number(12) + Array("enUS".utf8) + number(letters.count)
      + number(start) + Array("deDE".utf8) + number(letters.count) + number(start + letters.count) + letters + letters
  }

  /// Display P3 with other tags in place of its texts, and bytes behind the end.
  private static func profile(_ tags: [(String, [UInt8])]) throws -> [UInt8] {
    let base = try #require(ICCProfile.bytes(for: .displayP3))
    let count = Int(base[131])
    let colors = (0..<count).map { base[(132 + 12 * $0)..<(144 + 12 * $0)] }.filter { entry in
      !["desc", "cprt", "dmnd", "dmdd"].contains { entry.starts(with: $0.utf8) }
    }.map { entry in
      func value(_ place: Int) -> Int { entry.dropFirst(place).prefix(4).reduce(0) { $0 << 8 | Int($1) } }
      return (String(decoding: entry.prefix(4), as: UTF8.self), Array(base[value(4)..<(value(4) + value(8))]))
    }
    let all = tags + colors
    var (directory, values) = (number(all.count), [UInt8]())
    for (name, value) in all {
      directory += Array(name.utf8) + number(132 + 12 * all.count + values.count) + number(value.count)
      values += value + [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
    }
    let body = base[4..<128] + directory + values + Array(secret.utf8)
    return number(body.count + 4) + body
  }

  /// The bytes of a profile's tag.
  private static func value(of tag: String, in profile: [UInt8]) -> [UInt8]? {
    func value(_ place: Int) -> Int { profile[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    let entry = stride(from: 132, to: 132 + 12 * value(128), by: 12).first { profile[$0...].starts(with: tag.utf8) }
    return entry.map { Array(profile[value($0 + 4)..<(value($0 + 4) + value($0 + 8))]) }
  }

  private static func holds(_ bytes: [UInt8], _ text: String) -> Bool {
    let units = [Array(text.utf8), text.utf8.flatMap { [0, $0] as [UInt8] }]
    return units.contains { unit in bytes.indices.contains { bytes[$0...].starts(with: unit) } }
  }

  @Test func `private tags and unused bytes are erased, and name, copyright and colours stay`() throws {
    let tags = [
      ("desc", Self.localized("Camera RGB")), ("cprt", Self.text("Somebody")), ("ZQpr", Self.text(Self.secret)),
    ]
    let profile = try Self.profile(tags)
    let removed = ProfileTexts.removed(from: profile)
    #expect(removed.count == profile.count && Self.holds(profile, Self.secret) && !Self.holds(removed, Self.secret))
    #expect(ProfileDescription.text(of: removed) == "Camera RGB" && Self.holds(removed, "Somebody"))
    #expect(ProfileTexts.removed(from: removed) == removed)
    for tag in ["rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC", "wtpt"] {
      let value = try #require(Self.value(of: tag, in: removed))
      #expect(value == Self.value(of: tag, in: profile) && value.count >= 12, "\(tag)")
    }
    for space in [ColorSpace.displayP3, .adobeRGB] {
      let own = try #require(ICCProfile.bytes(for: space))
      #expect(ProfileTexts.removed(from: own) == own)
    }
  }

  @Test(arguments: ["vcgt", "mmod", "meta"]) func `the profile of a display loses its name too`(tag: String) throws {
    for name in [Self.localized("\(Self.secret)'s display"), Self.description("\(Self.secret)'s display")] {
      let profile = try Self.profile([
        ("desc", name), ("dscm", Self.localized(Self.secret)), ("cprt", Self.text(Self.secret)),
        ("dmdd", Self.description(Self.secret)), (tag, Self.text(Self.secret)),
      ])
      let removed = ProfileTexts.removed(from: profile)
      #expect(!Self.holds(removed, Self.secret) && removed.count == profile.count)
      #expect(ProfileDescription.text(of: removed) == "Display")
    }
  }

  @Test func `damaged profiles stay readable or as they are, and do not trap`() throws {
    let whole = try Self.profile([("desc", Self.localized("A display")), ("vcgt", Self.text("x"))])
    for length in 0..<whole.count { #expect(ProfileTexts.removed(from: Array(whole.prefix(length))).count == length) }
    var random = RepeatableRandomNumberGenerator(seed: 3)
    for _ in 0..<3000 {
      var profile = whole
      for _ in 0..<4 {
        profile[.random(in: 128..<profile.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      #expect(ProfileTexts.removed(from: profile).count == profile.count)
    }
  }

  @Test(arguments: [PhotoFormat.heic, .avif, .jpeg, .png, .webP, .tiff])
  func `files lose them with all metadata, and show the same`(format: PhotoFormat) throws {
    // Longer than one segment of a JPEG.
    let long = Self.text(String(repeating: Self.secret, count: 7000))
    var photo = SamplePhoto.portrait(PixelSize(width: 64, height: 48))
    photo.pixels.colorSpace = .icc(try Self.profile([("desc", Self.localized("Camera RGB")), ("ZQpr", long)]))
    let file = try photo.data(as: .default(for: format))
    let before = try Photo(data: file)
    let after = try Photo(data: try StrippedPhoto(file, removing: [.metadata]).data)
    guard case .icc(let profile) = after.pixels.colorSpace else {
      Issue.record("it has no profile")
      return
    }
    #expect(!Self.holds(profile, Self.secret) && ProfileDescription.text(of: profile) == "Camera RGB")
    #expect(after.pixels.bytes == before.pixels.bytes)
    if format != .png { #expect(!Self.holds(try StrippedPhoto(file, removing: [.metadata]).data, Self.secret)) }
    let kept = try Photo(data: try StrippedPhoto(file, removing: [.thumbnails]).data)
    #expect(kept.pixels.colorSpace == before.pixels.colorSpace)
  }
}
