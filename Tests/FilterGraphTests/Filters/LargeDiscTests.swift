import Glibc
import Imaging
import Testing

@testable import FilterGraph

/// A bright dot out of focus is a uniform disc with a narrow edge, at all radii.
@Suite struct LargeDiscTests {
  /// A dot of `dot` by `dot` pixels blurred to a disc of `light`, over black or a gray; the red component.
  private struct Disc {
    let side: Int
    let middle: Point
    let radius: Double
    let light: Double
    private let dot: Int
    private let values: [Double]

    init(
      _ filter: some Filter, radius: Double, dot: Int, offset: (x: Int, y: Int), light: Double, over gray: Double = 0
    )
      throws
    {
      side = 2 * Int(radius) + 31
      let size = PixelSize(width: side, height: side)
      let (left, top) = (side / 2 / 2 * 2 + offset.x, side / 2 / 2 * 2 + offset.y)
      middle = Point(x: Double(left) + Double(dot) / 2, y: Double(top) + Double(dot) / 2)
      let peak = light * .pi * radius * radius / Double(dot * dot)
      let samples = (0..<size.area).flatMap { [side] index -> [Float] in
        let isInside = (left..<left + dot).contains(index % side) && (top..<top + dot).contains(index / side)
        let value = Float(gray + (isInside ? peak : 0))
        return [value, value, value, 1]
      }
      let image = Image(.floats(samples, size, .opaque)).clampedToExtent().applying(filter)
      let pixels = try Renderer().floats(image, in: PixelRect(size))
      values = stride(from: 0, to: pixels.count, by: 4).map { Double(pixels[$0]) }
      self.radius = radius
      self.light = light
      self.dot = dot
    }

    /// Between four pixels.
    private func value(_ x: Double, _ y: Double) -> Double {
      let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
      let (fx, fy) = (x - 0.5 - left, y - 0.5 - top)
      let index = Int(top) * side + Int(left)
      return (values[index] * (1 - fx) + values[index + 1] * fx) * (1 - fy)
        + (values[index + side] * (1 - fx) + values[index + side + 1] * fx) * fy
    }

    /// From nine tenths of the light to one, the mean of all directions.
    var edgeWidth: Double {
      let steps = stride(from: radius - 8, to: radius + 8, by: 0.02)
      let widths = (0..<96).map { index -> Double in
        let angle = 2 * Double.pi * Double(index) / 96
        var (high, low) = (radius - 8, radius + 8)
        for away in steps {
          let share = value(middle.x + away * cos(angle), middle.y + away * sin(angle)) / light
          if share >= 0.9 { high = away }
          if share < 0.1, low > away { low = away }
        }
        return low - high
      }
      return widths.reduce(0, +) / Double(widths.count)
    }

    var brightest: Double { values.max() ?? 0 }

    /// The error, in levels of 255 of a display's signal, of pixels away from the edge: inside by more than 1.5 and
    /// half the dot, where a ring would be, and outside by more than 3.5.
    func levelsOff(over gray: Double = 0) -> Double {
      func level(_ light: Double) -> Double {
        let held = light.clamped(to: 0...1)
        return 255 * (held <= 0.0031308 ? 12.92 * held : 1.055 * pow(held, 1 / 2.4) - 0.055)
      }
      var worst = 0.0
      for (index, value) in values.enumerated() {
        let away = hypot(Double(index % side) + 0.5 - middle.x, Double(index / side) + 0.5 - middle.y)
        guard away < radius - 1.5 - Double(dot) / 2 || away > radius + 3.5 else { continue }
        worst = max(worst, abs(level(value) - level(gray + (away < radius ? light : 0))))
      }
      return worst
    }
  }

  private static let radii: [Double] = [16, 24, 40, 60, 100]
  private static let offsets = [(x: 0, y: 0), (x: 1, y: 0)]

  @Test(arguments: radii, [1, 3])
  func `a large disc's edge is hardly wider than a small one's`(radius: Double, dot: Int) throws {
    let small = try Disc(.discBlur(radius: 8), radius: 8, dot: dot, offset: (0, 0), light: 0.8).edgeWidth
    for offset in Self.offsets {
      let disc = try Disc(.discBlur(radius: radius), radius: radius, dot: dot, offset: offset, light: 0.8)
      #expect(disc.edgeWidth < small + 1.5, "\(disc.edgeWidth), of radius 8 \(small)")
      let bokeh = try Disc(.bokehBlur(radius: radius), radius: radius, dot: dot, offset: offset, light: 0.8)
      #expect(bokeh.edgeWidth < small + 1.5, "\(bokeh.edgeWidth), of radius 8 \(small)")
    }
  }

  @Test(arguments: [9, 12, 16, 23])
  func `a disc whose edge may be soft is within 10 levels of the exact one`(radius: Double) throws {
    for offset in Self.offsets {
      let filter = BokehBlur.bokehBlur(radius: radius, softness: 2.8)
      let disc = try Disc(filter, radius: radius, dot: 3, offset: offset, light: 0.6, over: 0.2)
      #expect(disc.levelsOff(over: 0.2) < 10)
      let night = try Disc(filter, radius: radius, dot: 1, offset: offset, light: 0.8)
      #expect(night.edgeWidth < 3.5, "\(night.edgeWidth)")
    }
  }

  @Test(arguments: radii)
  func `a dot's disc is within 10 levels of the exact one`(radius: Double) throws {
    for offset in Self.offsets {
      let night = try Disc(.discBlur(radius: radius), radius: radius, dot: 3, offset: offset, light: 0.8)
      #expect(night.levelsOff() < 10)
      let dusk = try Disc(.discBlur(radius: radius), radius: radius, dot: 3, offset: offset, light: 0.6, over: 0.2)
      #expect(dusk.levelsOff(over: 0.2) < 10)
    }
    // Of a single pixel the ring is as bright as the grid makes it.
    let pixel = try Disc(.discBlur(radius: radius), radius: radius, dot: 1, offset: (0, 0), light: 0.8, over: 0.2)
    #expect(pixel.brightest < 0.2 + 0.8 * 1.11)
  }
}
