import Imaging
import Testing

@testable import FilterGraph

@Suite struct FilterLawTests {
  /// Every registered filter with values that do something, its further images filled in.
  static func instance(of filter: FilterDescription, size: PixelSize) throws -> any Filter {
    let second = TestPicture(size: size, content: .translucent)
    var values: [String: FilterValue] = [:]
    for (index, parameter) in filter.parameters.enumerated() {
      switch parameter.type {
      case .image: values[parameter.key] = .image(second.image(seed: UInt64(index + 7)))
      case .transform:
        values[parameter.key] = .transform(AffineTransform(a: 0.9, b: 0.3, c: -0.2, d: 1.2, tx: 1.5, ty: -2))
      case .rect: values[parameter.key] = .rect(PixelRect(x: 1, y: 1, width: 40, height: 20))
      case .vector:
        values[parameter.key] = .vector(parameter.key == "maxComponents" ? [0.8, 1, 0.7, 0.9] : [0.3, 0.1, 0.4, 0.2])
      case .number: values[parameter.key] = .number(number(for: parameter))
      case .color, .point: break
      }
    }
    return try filter.makeFilter(values)
  }

  private static func number(for parameter: FilterParameter) -> Double {
    let usual: Double = parameter.key == "radius" ? 3.5 : 0.6
    guard let range = parameter.range else { return usual }
    return min(max(usual, range.lowerBound), range.upperBound)
  }

  @Test(arguments: FilterRegistry.all.map(\.name))
  func `tiles, fusing and cropping change no pixel`(name: String) throws {
    let filter = try FilterRegistry.filter(named: name)
    for picture in TestPicture.all {
      try CheckFilter(filter: FilterLawTests.instance(of: filter, size: picture.size)).check(on: picture)
    }
  }

  @Test(arguments: ["gaussianBlur", "boxBlur", "discBlur"], [6.0, 13, 30])
  func `large blurs are the same whatever the tiles`(name: String, radius: Double) throws {
    let filter = try FilterRegistry.makeFilter(name, ["radius": .number(radius)])
    for content in TestPicture.Content.allCases {
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

  @Test(arguments: ["gaussianBlur", "boxBlur", "discBlur"], [0.7, 2.5, 8, 40])
  func `a blur leaves a constant as it is`(name: String, radius: Double) throws {
    let filter = try FilterRegistry.makeFilter(name, ["radius": .number(radius)])
    let color = Image.color(Color(linearRed: 0.25, green: 2, blue: -0.5, alpha: 0.5))
    let pixels = try Renderer().floats(filter.output(for: color), in: PixelRect(x: -9, y: 3, width: 20, height: 9))
    for (index, value) in pixels.enumerated() {
      #expect(abs(value - [0.125, 1, -0.25, 0.5][index % 4]) < 1e-5)
    }
  }
}
