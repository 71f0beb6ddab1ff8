import Imaging
import Testing

@testable import FilterGraph

/// Text and QR codes.
@Suite struct TextTests {
  private func alpha(_ image: Image) throws -> (size: PixelSize, values: [Float]) {
    let size = try #require(image.extent.size)
    let pixels = try Renderer().floats(image)
    return (size, (0..<size.area).map { pixels[4 * $0 + 3] })
  }

  /// The ink in each column.
  private func columns(_ text: String, size: Double = 40, font: String = "DejaVu Sans") throws -> [Float] {
    let (size, values) = try alpha(
      Image.empty.applying(.textImageGenerator(text: text, fontName: font, fontSize: size)))
    return (0..<size.width).map { (x: Int) -> Float in
      (0..<size.height).reduce(0) { (sum: Float, y: Int) in sum + values[y * size.width + x] }
    }
  }

  /// The sum of differences of columns, as a share of all of the second.
  private func difference(_ columns: some Sequence<Float>, from others: [Float]) -> Float {
    let sum = zip(columns, others).reduce(Float(0)) { (sum, pair) in sum + abs(pair.0 - pair.1) }
    return sum / others.reduce(0, +)
  }

  @Test func `a text is as large as its font says, white, and smooth at its edges`() throws {
    let image = Image.empty.applying(.textImageGenerator(text: "Hill", fontName: "DejaVu Sans", fontSize: 50))
    let (size, values) = try alpha(image)
    // DejaVu Sans: H 0.752, i 0.278, l 0.278 em wide; 0.928 em above the line and 0.236 below.
    let (width, height) = (50 * (0.752 + 3 * 0.278), 50 * 1.164)
    #expect(abs(Double(size.width) - width) < 2)
    #expect(abs(Double(size.height) - height) < 2)
    #expect(values.contains(1) && values.contains(0) && values.contains { $0 > 0.2 && $0 < 0.8 })
    let pixels = try Renderer().floats(image)
    #expect(pixels.indices.allSatisfy { abs(pixels[$0] - pixels[$0 / 4 * 4 + 3]) < 1e-6 })
    let twice = Image.empty.applying(
      .textImageGenerator(text: "Hill", fontName: "DejaVu Sans", fontSize: 25, scaleFactor: 2, padding: 7))
    #expect(twice.extent.size == PixelSize(width: size.width + 14, height: size.height + 14))
  }

  @Test func `a text has the given colour`() throws {
    let orange = Color(red: 1, green: 0.5, blue: 0)
    let pixels = try Renderer().floats(
      Image.empty.applying(.textImageGenerator(text: "I", fontName: "DejaVu Sans", fontSize: 40, color: orange)))
    let (red, green) = (orange.linear.red, orange.linear.green)
    for i in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = pixels[i + 3]
      #expect(abs(pixels[i] - red * alpha) < 1e-6 && abs(pixels[i + 1] - green * alpha) < 1e-6 && pixels[i + 2] == 0)
    }
    #expect(pixels.contains { $0 == 1 })
  }

  @Test func `Hebrew runs from right to left, numbers in it from left to right`() throws {
    // Of alef and a final nun the first stands at the right: the picture of each alone tells which is where.
    let (alef, both) = (try columns("\u{05D0}"), try columns("\u{05D0}\u{05DF}"))
    let tail = both.suffix(alef.count)
    #expect(difference(tail, from: alef) < 0.2)
    // 12 after it stands at the left, its 1 before its 2.
    let mixed = try columns("\u{05D0}12")
    let number = try columns("12")
    #expect(difference(mixed, from: number) < 0.2)
  }

  @Test func `Arabic letters join`() throws {
    // Beh three times: apart they would be three times as wide as alone.
    let one = try columns("\u{0628}").count
    let joined = try columns("\u{0628}\u{0628}\u{0628}")
    #expect(joined.count < 3 * one * 4 / 5)
    let first = try #require(joined.firstIndex { $0 > 0 })
    let last = try #require(joined.lastIndex { $0 > 0 })
    #expect(joined[first...last].allSatisfy { $0 > 0 })
  }

  @Test func `lines are stacked, and characters without a glyph are reported`() throws {
    let one = try alpha(Image.empty.applying(.textImageGenerator(text: "Ag", fontSize: 30))).size
    let two = try alpha(Image.empty.applying(.textImageGenerator(text: "Ag\nAg", fontSize: 30))).size
    #expect(two.width == one.width && abs(two.height - 2 * one.height) <= 1)
    #expect(Image.empty.applying(.textImageGenerator(text: "")).extent.isEmpty)
    #expect(throws: RenderError.self) {
      try Renderer().render(
        Image.empty.applying(.textImageGenerator(text: "A", fontSize: 100_000)),
        in: PixelRect(x: 0, y: 0, width: 1, height: 1))
    }
  }

  @Test(arguments: zip(["L", "M", "Q", "H"], [21, 25, 25, 29]))
  func `a QR code has its finder patterns, and grows with the level`(level: String, side: Int) throws {
    // 17 bytes: version 1 at level L holds just these, M and Q need version 2, H version 3.
    let image = Image.empty.applying(.qrCodeGenerator(message: "12345678901234567", correctionLevel: level))
    #expect(image.extent.size == PixelSize(width: side + 2, height: side + 2) && image.isOpaque)
    let pixels = try Renderer().floats(image)
    func isDark(_ x: Int, _ y: Int) -> Bool { pixels[4 * ((y + 1) * (side + 2) + x + 1)] < 0.5 }
    for (left, top) in [(0, 0), (side - 7, 0), (0, side - 7)] {
      for y in 0..<7 {
        for x in 0..<7 {
          let ring = max(abs(x - 3), abs(y - 3))
          #expect(isDark(left + x, top + y) == (ring != 2), "\(x), \(y)")
        }
      }
    }
    // The timing pattern.
    for x in 8..<(side - 8) { #expect(isDark(x, 6) == (x % 2 == 0)) }
  }

  @Test func `messages that are too long, and unknown levels, are reported`() throws {
    let long = Image.empty.applying(.qrCodeGenerator(message: String(repeating: "x", count: 3000)))
    #expect(throws: RenderError.self) { try Renderer().render(long, in: PixelRect(x: 0, y: 0, width: 1, height: 1)) }
    #expect(throws: FilterError.self) {
      try FilterRegistry.makeFilter("qrCodeGenerator", ["message": .text("a"), "correctionLevel": .text("X")])
    }
  }

  @Test func `pixels of a code stay pixels when it is enlarged`() throws {
    let code = Image.empty.applying(.qrCodeGenerator(message: "MatteKit"))
    let size = try #require(code.extent.size)
    let large = code.applying(.samplingNearest).transformed(by: .scale(x: 5, y: 5))
    #expect(large.extent.size == PixelSize(width: 5 * size.width, height: 5 * size.height))
    let (small, pixels) = (try Renderer().floats(code), try Renderer().floats(large))
    for index in 0..<(25 * size.area) {
      let (x, y) = (index % (5 * size.width) / 5, index / (5 * size.width) / 5)
      #expect(pixels[4 * index] == small[4 * (y * size.width + x)])
    }
  }
}
