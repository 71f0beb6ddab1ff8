import Glibc
import Imaging
import Support
import Testing

@testable import FilterGraph

/// Cubes, curves and maps.
@Suite struct ColorTableTests {
  private static func identity(_ n: Int) -> [Float] {
    (0..<(n * n * n)).flatMap { index -> [Float] in
      [index % n, index / n % n, index / n / n].map { Float($0) / Float(n - 1) } + [1]
    }
  }

  private static func random(_ n: Int, seed: UInt64) -> [Float] {
    var generator = RepeatableRandomNumberGenerator(seed: seed)
    return (0..<(n * n * n)).flatMap { _ -> [Float] in
      let alpha = Float.random(in: 0.5...1, using: &generator)
      return (0..<3).map { _ in Float.random(in: 0...1, using: &generator) * alpha } + [alpha]
    }
  }

  /// The eight nodes around a colour, weighted, in double precision.
  private static func lookUp(_ color: [Double], _ table: [Float], _ n: Int, extrapolates: Bool) -> [Double] {
    var result = [0.0, 0, 0, 0]
    let wanted = color.map { $0 * Double(n - 1) }
    let places = extrapolates ? wanted : wanted.map { min(max($0, 0), Double(n - 1)) }
    let cells = wanted.map { Int(min(max($0.rounded(.down), 0), Double(n - 2))) }
    for corner in 0..<8 {
      var weight = 1.0
      var node = 0
      for (axis, stride) in [1, n, n * n].enumerated() {
        let bit = corner >> axis & 1
        let fraction = places[axis] - Double(cells[axis])
        weight *= bit == 1 ? fraction : 1 - fraction
        node += (cells[axis] + bit) * stride
      }
      for component in 0..<4 { result[component] += weight * Double(table[4 * node + component]) }
    }
    return result
  }

  @Test(arguments: [2, 3, 17, 33])
  func `the identity cube changes nothing within 0...1, and is exact at its nodes`(n: Int) throws {
    let cube = ColorCube(cubeData: Self.identity(n), cubeDimension: n)
    for picture in TestPicture.all where [.opaque, .translucent].contains(picture.content) {
      let plain = try Renderer().floats(picture.image())
      let through = try Renderer().floats(picture.image().applying(cube))
      #expect(zip(plain, through).allSatisfy { abs($0 - $1) < 1e-6 })
    }
    let nodes = Image(.floats(Self.identity(n), PixelSize(width: n * n, height: n), .opaque))
    #expect(try Renderer().floats(nodes.applying(cube)) == Self.identity(n))
  }

  @Test(arguments: [false, true])
  func `a cube is trilinear, its colours premultiplied`(extrapolates: Bool) throws {
    let table = Self.random(5, seed: 4)
    try Oracle.check(
      ColorCube(cubeData: table, cubeDimension: 5, extrapolate: extrapolates), within: 2e-5
    ) { picture, x, y in
      let p = picture.pixel(x, y)
      return Self.lookUp(p.color, table, 5, extrapolates: extrapolates).map { $0 * p.alpha }
    }
  }

  @Test func `a cube for a colour space is applied to encoded values`() throws {
    let table = Self.random(4, seed: 5)
    func encode(_ x: Double) -> Double { x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055 }
    func decode(_ x: Double) -> Double { x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4) }
    let pictures = TestPicture.sizes.map { TestPicture(size: $0, content: .opaque) }
    try Oracle.check(
      ColorCubeWithColorSpace(cubeData: table, cubeDimension: 4, colorSpace: .sRGB), within: 5e-5, pictures: pictures
    ) { picture, x, y in
      let found = Self.lookUp(picture.pixel(x, y).color.map(encode), table, 4, extrapolates: false)
      return found.prefix(3).map { decode($0 / found[3]) * found[3] } + [found[3]]
    }
  }

  @Test func `a mask mixes two cubes`() throws {
    let tables = [Self.random(3, seed: 6), Self.random(3, seed: 7)]
    let picture = TestPicture(size: PixelSize(width: 7, height: 5), content: .opaque)
    for (mask, table) in [(Color.black, tables[0]), (.white, tables[1])] {
      let mixed = picture.image().applying(
        .colorCubesMixedWithMask(
          maskImage: .color(mask), cube0Data: tables[0], cube1Data: tables[1], cubeDimension: 3))
      let single = picture.image().applying(.colorCube(cubeData: table, cubeDimension: 3))
      #expect(try Renderer().floats(mixed, in: PixelRect(picture.size)) == Renderer().floats(single))
    }
  }

  @Test func `tables of a wrong length, and with NaN, are refused`() throws {
    #expect(
      throws: FilterError.invalidValue(
        key: "cubeData", filter: "colorCube", reason: "a cube of dimension 3 holds 108 samples, not 32")
    ) {
      try FilterRegistry.makeFilter("colorCube", ["cubeDimension": .number(3), "cubeData": .data(Self.identity(2))])
    }
    var spoilt = Self.identity(2)
    spoilt[5] = .nan
    #expect(throws: RenderError.self) {
      try Renderer().render(
        Image.color(.white).applying(.colorCube(cubeData: spoilt)), in: PixelRect(x: 0, y: 0, width: 1, height: 1))
    }
    #expect(throws: FilterError.outOfRange(key: "cubeDimension", filter: "colorCube", value: 129, range: 2...128)) {
      try ColorCube(cubeData: [], cubeDimension: 129).validate()
    }
    #expect(throws: FilterError.self) { try ColorCurves(curvesData: [0, 0, 0, 1, 1]).validate() }
    #expect(throws: FilterError.self) {
      try ColorCurves(curvesData: [0, 0, 0, 1, 1, 1], curvesDomain: [1, 1]).validate()
    }
    #expect(throws: FilterError.missingParameter(key: "cubeData", filter: "colorCube")) {
      try FilterRegistry.makeFilter("colorCube")
    }
  }

  @Test func `curves are linear between their steps and held beyond`() throws {
    let steps: [Float] = [0.1, 0, 1, 0.4, 0.5, 0.6, 0.9, 1, 0]
    try Oracle.check(ColorCurves(curvesData: steps, curvesDomain: [0.2, 0.9])) { picture, x, y in
      let p = picture.pixel(x, y)
      let color = (0..<3).map { component -> Double in
        let place = min(max((p.color[component] - 0.2) / 0.7 * 2, 0), 2)
        let step = min(Int(place), 1)
        let (low, high) = (Double(steps[3 * step + component]), Double(steps[3 * step + 3 + component]))
        return low + (high - low) * (place - Double(step))
      }
      return Pixel(color, p.alpha).premultiplied
    }
  }

  @Test func `a map's row covers 0 to 1`() throws {
    let row: [Float] = [0.2, 0, 1, 1, 0.5, 0.5, 0.5, 1, 0.6, 1, 0, 1]
    let table = Image(.floats(row + [Float](repeating: 9, count: 12), PixelSize(width: 3, height: 2), .opaque))
    try Oracle.check(ColorMap(gradientImage: table)) { picture, x, y in
      let p = picture.pixel(x, y)
      let color = (0..<3).map { component -> Double in
        let place = min(max(p.color[component], 0), 1) * 2
        let step = min(Int(place), 1)
        let (low, high) = (Double(row[4 * step + component]), Double(row[4 * step + 4 + component]))
        return low + (high - low) * (place - Double(step))
      }
      return Pixel(color, p.alpha).premultiplied
    }
    #expect(throws: FilterError.self) { try ColorMap(gradientImage: .color(.white)).validate() }
  }
}
