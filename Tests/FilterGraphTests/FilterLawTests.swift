import Imaging
import Testing

@testable import FilterGraph

@Suite struct FilterLawTests {
  /// Parameter values with an effect, for filters whose values by type have none.
  private static let special: [String: FilterValue] = [
    "zoomBlur amount": .number(40), "displacementDistortion scale": .number(9),
    "temperatureAndTint neutral":
      .point(Point(x: 5000, y: 10)), "toneCurve point1": .point(Point(x: 0.25, y: 0.35)),
    "depthBlurEffect aperture": .number(1.4), "bumpDistortion center": .point(Point(x: 3, y: 2)),
    "pinchDistortion center": .point(Point(x: 4, y: 3)), "holeDistortion center": .point(Point(x: 5, y: 1)),
    "vignetteEffect center": .point(Point(x: 2, y: 2)), "colorCurves curvesDomain": .vector([0, 1]),
    "roundedRectangleGenerator extent": .rect(PixelRect(x: -2, y: 1, width: 31, height: 17)),
    "colorClamp maxComponents": .vector([0.8, 1, 0.7, 0.9]),
  ]

  private static let usualNumbers: [String: Double] = [
    "radius": 3.5, "width": 5, "height": 3, "levels": 4, "count": 16,
  ]

  /// Every registered filter with values that do something, its further images filled in.
  static func values(for filter: FilterDescription, size: PixelSize) -> [String: FilterValue] {
    let second = TestPicture(size: size, content: .translucent)
    var values: [String: FilterValue] = [:]
    let (w, h) = (Double(size.width), Double(size.height))
    let corners = [
      "topLeft": Point(x: 0.5, y: 0.25), "topRight": Point(x: w + 1, y: -1), "bottomRight": Point(x: w - 0.5, y: h + 2),
      "bottomLeft": Point(x: -1, y: h),
    ]
    for (index, parameter) in filter.parameters.enumerated() {
      switch parameter.type {
      case .image: values[parameter.key] = .image(second.image(seed: UInt64(index + 7)))
      case .transform:
        values[parameter.key] = .transform(AffineTransform2D(a: 0.9, b: 0.3, c: -0.2, d: 1.2, tx: 1.5, ty: -2))
      case .rect: values[parameter.key] = .rect(PixelRect(x: 1, y: 1, width: 40, height: 20))
      case .vector:
        values[parameter.key] = .vector(
          (0..<(parameter.count ?? 4)).map { (index: Int) -> Double in 0.3 - 0.05 * Double((index * 7) % 9) })
      case .data:
        values[parameter.key] = .data((0..<32).map { parameter.key == "curvesData" && $0 > 29 ? 0.5 : Float($0) / 31 })
        if parameter.key == "curvesData" { values[parameter.key] = .data((0..<12).map { Float($0) / 11 }) }
      case .text: values[parameter.key] = .text(parameter.key == "correctionLevel" ? "M" : "Abc")
      case .colorSpace: values[parameter.key] = .colorSpace(.displayP3)
      case .number: values[parameter.key] = .number(number(for: parameter))
      case .point: values[parameter.key] = corners[parameter.key].map { .point($0) }
      case .color, .boolean: break
      }
      values[parameter.key] = special["\(filter.name) \(parameter.key)"] ?? values[parameter.key]
    }
    return values
  }

  static func instance(of filter: FilterDescription, size: PixelSize) throws -> any Filter {
    try filter.makeFilter(values(for: filter, size: size))
  }

  private static func number(for parameter: FilterParameter) -> Double {
    let usual = usualNumbers[parameter.key] ?? 0.6
    guard let range = parameter.range else { return usual }
    return min(max(usual, range.lowerBound), range.upperBound)
  }

  @Test(arguments: FilterRegistry.all.map(\.name))
  func `tiles, fusing and cropping change no pixel`(name: String) throws {
    let filter = try FilterRegistry.filter(named: name)
    // The position of a pixel matters here more than its value.
    for picture in TestPicture.all
    where picture.content == (picture.size.area < 100 ? .straight : .translucent) || picture.size.area == 4 {
      try CheckFilter(filter: FilterLawTests.instance(of: filter, size: picture.size)).check(on: picture)
    }
  }

  @Test(arguments: ["gaussianBlur", "boxBlur", "discBlur"], [6.0, 30, 120])
  func `large blurs are the same whatever the tiles`(name: String, radius: Double) throws {
    let filter = try FilterRegistry.makeFilter(name, ["radius": .number(radius)])
    for content in [TestPicture.Content.opaque, .straight] {
      try CheckFilter(filter: filter).check(
        on: TestPicture(size: PixelSize(width: 65, height: 33), content: content))
    }
  }

  @Test(arguments: FilterRegistry.all.filter(\.hasIdentityDefault).map(\.name))
  func `the defaults change nothing`(name: String) throws {
    let filter = try FilterRegistry.makeFilter(name)
    for picture in TestPicture.all {
      let image = picture.image()
      let filtered = try Renderer().floats(filter.output(for: image))
      let plain = try Renderer().floats(image)
      #expect(filtered == plain, "\(picture)")
    }
  }

  @Test(arguments: ["gaussianBlur", "boxBlur", "discBlur"], [1, 2.5, 8, 40])
  func `a blur keeps a constant`(name: String, radius: Double) throws {
    let filter = try FilterRegistry.makeFilter(name, ["radius": .number(radius)])
    let color = Image.color(Color(linearRed: 0.25, green: 2, blue: -0.5, alpha: 0.5))
    let pixels = try Renderer().floats(filter.output(for: color), in: PixelRect(x: -9, y: 3, width: 20, height: 9))
    for (index, value) in pixels.enumerated() {
      #expect(abs(value - [0.125, 1, -0.25, 0.5][index % 4]) < 1e-5)
    }
  }

  /// Filters whose result does not increase with the input's light, by purpose.
  private static let bounded: Set<String> = [
    "minimumCompositing", "colorMap", "areaHistogram", "areaAlphaWeightedHistogram", "edgePreserveUpsample",
    "areaMinimum", "edges",
  ]

  @Test(
    arguments: FilterRegistry.all.filter { $0.isHighDynamicRange && !$0.isGenerator && !bounded.contains($0.name) }
      .map(\.name))
  func `light above 1 is processed`(name: String) throws {
    let filter = try FilterRegistry.filter(named: name)
    let size = PixelSize(width: 17, height: 11)
    var values = Self.values(for: filter, size: size)
    if filter.parameters.contains(where: { $0.key == "extrapolate" }) { values["extrapolate"] = .boolean(true) }
    func rendered(_ light: Double) throws -> [Float] {
      let flat = Image.color(Color(linearRed: light, green: light, blue: light)).cropped(to: PixelRect(size))
      let image = flat.applying(try filter.makeFilter(values))
      return try Renderer().floats(image, in: image.extent.isInfinite ? PixelRect(size) : nil)
    }
    #expect(try rendered(4) != rendered(1))
  }

  /// Filters that are not constant by nature.
  private static let local: Set<String> = ["dither", "vignetteEffect", "holeDistortion", "crop", "colorThresholdOtsu"]

  @Test(
    arguments: FilterRegistry.all.filter { filter in
      !filter.isGenerator && filter.category != .reduction && !local.contains(filter.name)
        && !filter.parameters.contains { $0.type == .image }
    }.map(\.name))
  func `a constant stays constant`(name: String) throws {
    let filter = try FilterRegistry.filter(named: name)
    let color = Image.color(Color(linearRed: 0.25, green: 0.75, blue: 0.5, alpha: 0.5))
    let image = color.applying(try Self.instance(of: filter, size: PixelSize(width: 9, height: 9)))
    let pixels = try Renderer().floats(image, in: PixelRect(x: 140, y: 145, width: 12, height: 7))
    for (index, value) in pixels.enumerated() { #expect(abs(value - pixels[index % 4]) < 1e-5) }
  }

  @Test(arguments: FilterRegistry.all.map(\.name))
  func `NaN and infinity in pixels cause no crash`(name: String) throws {
    let filter = try FilterRegistry.filter(named: name)
    let picture = TestPicture(size: PixelSize(width: 7, height: 5), content: .translucent)
    var samples = picture.samples()
    for (index, value) in [Float.nan, .infinity, -.infinity, 3e38, -3e38, .signalingNaN].enumerated() {
      samples[5 * index + 20] = value
    }
    samples[3] = .nan
    let image = Image(.floats(samples, picture.size)).applying(try Self.instance(of: filter, size: picture.size))
    _ = try Renderer().render(image, in: PixelRect(x: -2, y: -2, width: 12, height: 9))
  }

  @Test(arguments: FilterRegistry.all.map(\.name))
  func `empty images and parameters that are not finite cause no crash`(name: String) throws {
    let filter = try FilterRegistry.filter(named: name)
    let values = Self.values(for: filter, size: PixelSize(width: 2, height: 2))
    let empty = Image.empty.applying(try filter.makeFilter(values))
    _ = try? Renderer().render(empty, in: PixelRect(x: 0, y: 0, width: 2, height: 2))
    for parameter in filter.parameters {
      let bad: FilterValue
      switch parameter.type {
      case .number: bad = .number(.infinity)
      case .point: bad = .point(Point(x: .nan, y: 0))
      case .vector: bad = .vector([Double](repeating: .nan, count: parameter.count ?? 4))
      case .color: bad = .color(Color(red: .nan, green: 0, blue: 0))
      case .transform: bad = .transform(AffineTransform2D(a: .infinity, b: 0, c: 0, d: 1, tx: 0, ty: 0))
      default: continue
      }
      var spoilt = values
      spoilt[parameter.key] = bad
      #expect(throws: FilterError.notFinite(key: parameter.key, filter: name)) { try filter.makeFilter(spoilt) }
    }
  }

  @Test(arguments: FilterRegistry.all.map(\.name))
  func `numbers out of range give a result or an error, quickly`(name: String) throws {
    let filter = try FilterRegistry.filter(named: name)
    let picture = TestPicture(size: PixelSize(width: 7, height: 5), content: .translucent)
    for parameter in filter.parameters where parameter.type == .number {
      for value in [-1e12, -1, 0, 1e12, 1e300] {
        var values = Self.values(for: filter, size: picture.size)
        values[parameter.key] = .number(value)
        try expectResultOrError(filter, values, picture)
      }
    }
  }

  @Test(arguments: FilterRegistry.all.map(\.name))
  func `extreme positions, vectors, transforms and rectangles give a result or an error, quickly`(name: String) throws {
    let filter = try FilterRegistry.filter(named: name)
    let picture = TestPicture(size: PixelSize(width: 7, height: 5), content: .translucent)
    for parameter in filter.parameters {
      let count = parameter.count ?? 4
      let far: [FilterValue]
      switch parameter.type {
      case .point:
        far = [Point(x: 1e9, y: -1e9), Point(x: -1e12, y: 1e12), Point(x: 1e300, y: 0), Point(x: 0, y: 0)].map {
          .point($0)
        }
      case .vector: far = [1e9, -1e12, 1e300, 0].map { .vector([Double](repeating: $0, count: count)) }
      case .transform:
        far = [(1e9, 1e9), (1e-9, 1e-9), (0, 0), (-1e12, 1e12), (1e300, 1)].map {
          .transform(AffineTransform2D(a: $0, b: 0, c: 0, d: $1, tx: $0, ty: -$1))
        }
      case .rect:
        far = [
          PixelRect(x: -1 << 40, y: -1 << 40, width: 1 << 41, height: 1 << 41),
          PixelRect(x: 1 << 39, y: 0, width: 4, height: 4), PixelRect(x: .max - 8, y: .min, width: .max, height: 2),
          PixelRect(x: 0, y: 0, width: -3, height: 2),
        ].map { .rect($0) }
      case .data: far = [[], [1], [Float](repeating: .nan, count: 32)].map { .data($0) }
      default: continue
      }
      for value in far {
        var values = Self.values(for: filter, size: picture.size)
        values[parameter.key] = value
        try expectResultOrError(filter, values, picture)
      }
    }
  }

  /// For any values the result is pixels, or an error that says what is wrong with them.
  private func expectResultOrError(
    _ filter: FilterDescription, _ values: [String: FilterValue], _ picture: TestPicture
  ) throws {
    do {
      let made = try filter.makeFilter(uncheckedRanges: values)
      let pixels = try Renderer().floats(
        picture.image().applying(made), in: PixelRect(x: -1, y: -1, width: 9, height: 7))
      #expect(pixels.count == 252)
    } catch is FilterError {
    } catch is RenderError {
    }
  }

  @Test(arguments: FilterRegistry.all.filter { $0.parameters.contains { $0.type == .image } }.map(\.name))
  func `further images may have another size, another position, or no pixels`(name: String) throws {
    let filter = try FilterRegistry.filter(named: name)
    let size = PixelSize(width: 9, height: 7)
    let picture = TestPicture(size: size, content: .translucent)
    let small = TestPicture(size: PixelSize(width: 3, height: 2), content: .opaque).image()
    let others: [Image] = [
      .empty, small, small.translated(x: 100, y: -50),
      small.cropped(to: PixelRect(x: 1, y: 1, width: -5, height: 2)), .color(.white),
    ]
    for other in others {
      var values = Self.values(for: filter, size: size)
      for parameter in filter.parameters where parameter.type == .image { values[parameter.key] = .image(other) }
      let region = PixelRect(x: -2, y: -2, width: 13, height: 11)
      do {
        let image = picture.image().applying(try filter.makeFilter(values))
        let pixels = try Renderer().floats(image, in: region)
        let areFinite = pixels.allSatisfy(\.isFinite)
        #expect(areFinite, "\(name)")
        let tiled = try Renderer(tileSize: PixelSize(width: 4, height: 3)).floats(image, in: region)
        let areSame = zip(tiled, pixels).allSatisfy { $0 == $1 }
        #expect(areSame, "\(name)")
      } catch {
        // A table or a small picture that is infinite is refused, and said to be.
        #expect(other.extent.isInfinite && (error is FilterError || error is RenderError), "\(name): \(error)")
      }
    }
  }

  @Test func `a mask that ends shows the background beyond its end, and no mask shows it everywhere`() throws {
    let size = PixelSize(width: 8, height: 6)
    let (top, bottom) = (Image.color(.white), Image.color(Color(linearRed: 0.25, green: 0.5, blue: 0.75)))
    let frame = PixelRect(size)
    let half = Image.color(.white).cropped(to: PixelRect(x: 0, y: 0, width: 4, height: 6))
    let pixels = try Renderer().floats(top.blended(over: bottom, mask: half), in: frame)
    for index in 0..<48 { #expect(pixels[4 * index] == (index % 8 < 4 ? 1 : 0.25)) }
    let plain = try Renderer().floats(bottom, in: frame)
    #expect(try Renderer().floats(top.blended(over: bottom, mask: .empty), in: frame) == plain)
    #expect(try Renderer().floats(top.blended(over: bottom, mask: nil), in: frame) == plain)
  }

  @Test func `negative and empty rectangles contain nothing`() throws {
    let image = TestPicture(size: PixelSize(width: 5, height: 4), content: .opaque).image()
    for rect in [
      PixelRect(x: 2, y: 2, width: -1, height: 3), PixelRect(x: 0, y: 0, width: 0, height: 0),
      PixelRect(x: 1, y: 1, width: 2, height: Int.min / 2),
    ] {
      #expect(image.cropped(to: rect).extent.isEmpty)
      #expect(throws: RenderError.self) { try Renderer().render(image, in: rect) }
      #expect(throws: RenderError.self) { try Renderer().render(image.cropped(to: rect)) }
    }
    let far = PixelRect(x: .max - 2, y: .min, width: .max, height: .max)
    #expect(image.cropped(to: far).extent.isEmpty)
    #expect(throws: RenderError.self) { try Renderer().render(image, in: far) }
    let all = PixelRect(x: -1 << 62, y: -1 << 62, width: .max, height: .max)
    #expect(image.cropped(to: all) == image)
    #expect(throws: RenderError.infiniteExtent) { try Renderer().render(image.clampedToExtent()) }
  }
}
