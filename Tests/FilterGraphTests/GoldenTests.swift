import FoundationEssentials
import Imaging
import Support
import Testing

@testable import FilterGraph

/// Filters whose formula is ours: a small picture through each, compared with one that was looked at and frozen.
///
/// A golden is a text file: how it was made, why it looks so, and its pixels (sRGB, 8 bit) in hexadecimal. After a
/// wanted change, run the tests with `MATTEKIT_WRITE_GOLDENS=1`, which writes those that are missing or differ beyond the
/// limits, and look at the difference.
@Suite struct GoldenTests {
  struct Golden: CustomStringConvertible, Sendable {
    let filter: String
    let values: [String: FilterValue]
    let reason: String
    var description: String { filter }
  }

  static let size = PixelSize(width: 24, height: 16)

  private static let looks = [
    ("Chrome", "vivid, with strong contrast"), ("Fade", "pale, blacks lifted"), ("Instant", "warm and faded"),
    ("Mono", "gray, little contrast"), ("Noir", "gray, strong contrast"), ("Process", "cool, blue shadows"),
    ("Tonal", "gray, even tones"), ("Transfer", "warm, yellow lights"),
  ].map { Golden(filter: "photoEffect\($0.0)", values: [:], reason: "The look its name promises: \($0.1).") }

  static let all: [Golden] =
    looks + [
      Golden(
        filter: "colorMonochrome", values: ["color": .color(Color(red: 0.6, green: 0.45, blue: 0.3))],
        reason: "Luminance times the colour: hue of the colour everywhere, black stays black."),
      Golden(
        filter: "sepiaTone", values: ["intensity": .number(0.8)], reason: "Brown, brightness kept, a rest of colour."),
      Golden(
        filter: "vibrance", values: ["amount": .number(0.8)], reason: "Pale colours gain, strong ones and grays stay."),
      Golden(
        filter: "highlightShadowAdjust",
        values: ["radius": .number(2), "shadowAmount": .number(0.8), "highlightAmount": .number(0.4)],
        reason: "Dark parts lighter by up to 1.2 stops, light parts darker by up to 0.6, middle tones nearly kept."),
      Golden(
        filter: "noiseReduction", values: ["noiseLevel": .number(0.05)],
        reason: "Small steps level out, the edge of the square is sharper."),
      Golden(
        filter: "bloom", values: ["radius": .number(3), "intensity": .number(0.8)], reason: "A glow round the square."),
      Golden(
        filter: "gloom", values: ["radius": .number(3), "intensity": .number(0.8)], reason: "The square's edge dulled."),
      Golden(
        filter: "twirlDistortion", values: ["radius": .number(12), "angle": .number(2)],
        reason: "The middle turned by a third of a whole turn, less further out; the corners as they were."),
      Golden(
        filter: "vignette", values: ["intensity": .number(0.9)], reason: "Corners dark, the middle as it was."),
      Golden(
        filter: "vignetteEffect", values: ["radius": .number(6), "intensity": .number(0.9)],
        reason: "As it was within 6 pixels of the middle, dark beyond 12."),
      Golden(
        filter: "dither", values: ["intensity": .number(1)],
        reason: "Noise of ten levels at most; frozen so that it stays the same noise."),
      Golden(
        filter: "depthBlurEffect", values: ["aperture": .number(0.2)],
        reason: "Without mattes all is out of focus: discs of radius 3.6."),
      Golden(
        filter: "bokehBlur", values: ["radius": .number(4), "ringAmount": .number(1), "ringSize": .number(0.2)],
        reason: "Discs with a bright ring; beyond the edge transparent, so a dark rim."),
      Golden(
        filter: "hexagonalPixellate", values: ["scale": .number(5)],
        reason: "Hexagons on their corners, five pixels wide."),
      Golden(
        filter: "crystallize", values: ["radius": .number(5)],
        reason: "Polygons of no two sizes, five pixels or so wide."),
      Golden(
        filter: "edges", values: ["intensity": .number(1)], reason: "Bright about the squares, dark where colours run."),
      Golden(
        filter: "spotLight",
        values: ["lightPosition": .vector([20, -4, 12]), "lightPointsAt": .vector([14, 6, 0])],
        reason: "Light from the upper right, brightest about the white square, dark at the lower left."),
      Golden(
        filter: "temperatureAndTint", values: ["targetNeutral": .point(Point(x: 4000, y: 0))],
        reason: "White takes the colour of a light of 4000 K: warmer."),
    ]

  /// A ramp of colours, a white square, a dark one.
  static var picture: Image {
    let samples = (0..<size.area).flatMap { index -> [Float] in
      let (x, y) = (index % size.width, index / size.width)
      if (15...18).contains(x), (3...7).contains(y) { return [1, 1, 1, 1] }
      if (4...8).contains(x), (9...12).contains(y) { return [0.02, 0.015, 0.01, 1] }
      let (u, v) = (Float(x) / 23, Float(y) / 15)
      return [u * u, (1 - u) * 0.7 * v + 0.05, 0.6 * (1 - v), 1]
    }
    return Image(.floats(samples, size, .opaque))
  }

  @Test(arguments: all)
  func `equals its golden picture`(golden: Golden) throws {
    let filter = try FilterRegistry.makeFilter(golden.filter, golden.values)
    let image = Self.picture.applying(filter).cropped(to: PixelRect(Self.size))
    let bytes = try Renderer().render(image, in: PixelRect(Self.size), alphaType: .opaque).bytes
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Goldens/\(golden.filter).txt")
    var found = difference(of: bytes, from: file)
    if GeneratedFile.isWriting, found.map({ $0.worst >= 1 || $0.mean >= 0.1 }) ?? true {
      try Data(Self.text(golden, bytes).utf8).write(to: file)
      found = difference(of: bytes, from: file)
    }
    let limited = try #require(
      found, "MATTEKIT_WRITE_GOLDENS=1 swift test --filter GoldenTests writes \(file.lastPathComponent)")
    // One level of 8 bits is a difference of up to 0.6 in dark colours; what is seen begins at 2.
    #expect(limited.worst < 1)
    #expect(limited.mean < 0.1)
  }

  /// How far the pixels are from those of a golden; nil without a golden of that size.
  private func difference(of bytes: [UInt8], from file: URL) -> (worst: Double, mean: Double)? {
    guard let text = try? String(decoding: Data(contentsOf: file), as: UTF8.self) else { return nil }
    let frozen = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.flatMap { line in
      line.split(separator: " ").compactMap { UInt32($0, radix: 16) }
    }
    guard frozen.count == Self.size.area else { return nil }
    var worst = 0.0
    var sum = 0.0
    for (index, value) in frozen.enumerated() {
      let own = [0, 1, 2].map { Double(bytes[4 * index + $0]) / 255 }
      let other = [16, 8, 0].map { Double(value >> UInt32($0) & 255) / 255 }
      let difference = LabTests.difference(LabTests.lab(other.map(linear)), LabTests.lab(own.map(linear)))
      worst = max(worst, difference)
      sum += difference
    }
    return (worst, sum / Double(frozen.count))
  }

  private func linear(_ x: Double) -> Double { Color(red: x, green: 0, blue: 0).linearRed }

  private static func text(_ golden: Golden, _ bytes: [UInt8]) -> String {
    let values = golden.values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.plainText ?? "")" }
    var lines = [
      "# \(golden.filter) \(values.joined(separator: " "))".trimmed,
      "# Made by GoldenTests from its picture of \(size); opaque sRGB, a row a line.",
      "# \(golden.reason)",
      "# Limits: colour difference of 1994 at most 1, mean 0.1.",
    ]
    for y in 0..<size.height {
      let row = (0..<size.width).map { x -> String in
        let start = 4 * (y * size.width + x)
        return bytes[start..<(start + 3)].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      }
      lines.append(row.joined(separator: " "))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Color {
  fileprivate var linearRed: Double { Double(linear.red) }
}

extension String {
  fileprivate var trimmed: String { hasSuffix(" ") ? String(dropLast()) : self }
}
