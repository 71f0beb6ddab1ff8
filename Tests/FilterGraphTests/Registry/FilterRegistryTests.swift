import Imaging
import Testing

@testable import FilterGraph

@Suite struct FilterRegistryTests {
  /// Core Image's own defaults, from a dump of the live attributes of its filters: name, key, default.
  static let coreImageDefaults: [(String, String, FilterValue)] = [
    ("CIBoxBlur", "inputRadius", .number(10)), ("CIColorClamp", "inputMaxComponents", .vector([1, 1, 1, 1])),
    ("CIColorClamp", "inputMinComponents", .vector([0, 0, 0, 0])),
    ("CIColorControls", "inputBrightness", .number(0)), ("CIColorControls", "inputContrast", .number(1)),
    ("CIColorControls", "inputSaturation", .number(1)), ("CIColorMatrix", "inputAVector", .vector([0, 0, 0, 1])),
    ("CIColorMatrix", "inputBVector", .vector([0, 0, 1, 0])),
    ("CIColorMatrix", "inputGVector", .vector([0, 1, 0, 0])),
    ("CIColorMatrix", "inputRVector", .vector([1, 0, 0, 0])),
    ("CIColorMatrix", "inputBiasVector", .vector([0, 0, 0, 0])),
    ("CIColorMonochrome", "inputIntensity", .number(1)), ("CIDiscBlur", "inputRadius", .number(8)),
    ("CIExposureAdjust", "inputEV", .number(0)), ("CIGammaAdjust", "inputPower", .number(1)),
    ("CIGaussianBlur", "inputRadius", .number(10)), ("CIHueAdjust", "inputAngle", .number(0)),
    ("CILanczosScaleTransform", "inputAspectRatio", .number(1)),
    ("CILanczosScaleTransform", "inputScale", .number(1)),
    ("CILinearGradient", "inputPoint0", .point(Point(x: 0, y: 0))),
    ("CILinearGradient", "inputPoint1", .point(Point(x: 200, y: 200))), ("CIMix", "inputAmount", .number(1)),
    ("CIVibrance", "inputAmount", .number(0)), ("CIAffineTransform", "inputTransform", .transform(.identity)),
  ]

  @Test(arguments: coreImageDefaults)
  func `names, keys and defaults are Core Image's`(name: String, key: String, value: FilterValue) throws {
    let filter = try FilterRegistry.filter(named: name)
    #expect(filter.coreImageName == name)
    let parameter = try #require(filter.parameters.first { $0.answers(to: key) })
    #expect(parameter.defaultValue == value)
    #expect(parameter.coreImageKey.lowercased() == key.lowercased())
  }

  @Test func `every filter is declared whole, once, and can be made`() throws {
    let all = FilterRegistry.all
    #expect(Set(all.map(\.name)).count == all.count)
    #expect(Set(all.compactMap(\.coreImageName)).count == all.compactMap(\.coreImageName).count)
    for filter in all {
      #expect(filter.summary.hasSuffix("."), "\(filter.name)")
      for parameter in filter.parameters {
        #expect(parameter.help.hasSuffix("."), "\(filter.name) \(parameter.key)")
        if case .number(let value)? = parameter.defaultValue, let range = parameter.range {
          #expect(range.contains(value), "\(filter.name) \(parameter.key)")
        }
      }
      let required = filter.parameters.filter { $0.defaultValue == nil }
      _ = try filter.makeFilter(Dictionary(uniqueKeysWithValues: required.map { ($0.key, .image(.empty)) }))
    }
  }

  @Test func `values given by name are the filter's properties`() throws {
    let made = try FilterRegistry.makeFilter(
      "colorcontrols", ["inputSaturation": .number(0.5), "contrast": .number(2)])
    #expect(made as? ColorControls == ColorControls(saturation: 0.5, contrast: 2))
    let clamp = try FilterRegistry.filter(named: "CIColorClamp").makeFilter(texts: ["maxComponents": "1 0.5, 1 1"])
    #expect(clamp as? ColorClamp == ColorClamp(maxComponents: [1, 0.5, 1, 1]))
    let crop = try FilterRegistry.filter(named: "crop").makeFilter(texts: ["rectangle": "1,2,3,4"])
    #expect(crop as? Crop == Crop(rectangle: PixelRect(x: 1, y: 2, width: 3, height: 4)))
  }

  @Test func `what is wrong is named, with the nearest right name`() {
    #expect(throws: FilterError.unknownFilter("gamaAdjust", nearest: "gammaAdjust")) {
      try FilterRegistry.filter(named: "gamaAdjust")
    }
    #expect(throws: FilterError.unknownFilter("CIGausianBlur", nearest: "CIGaussianBlur")) {
      try FilterRegistry.filter(named: "CIGausianBlur")
    }
    #expect(throws: FilterError.unknownFilter("teapot", nearest: nil)) { try FilterRegistry.filter(named: "teapot") }
    #expect(
      throws: FilterError.unknownParameter("powr", filter: "gammaAdjust", nearest: "power", known: ["power"])
    ) { try FilterRegistry.makeFilter("gammaAdjust", ["powr": .number(1)]) }
    #expect(throws: FilterError.missingParameter(key: "backgroundImage", filter: "mix")) {
      try FilterRegistry.makeFilter("mix")
    }
    #expect(throws: FilterError.outOfRange(key: "radius", filter: "boxBlur", value: -1, range: 0...2000)) {
      try FilterRegistry.makeFilter("boxBlur", ["radius": .number(-1)])
    }
    #expect(throws: FilterError.wrongType(key: "power", filter: "gammaAdjust", expected: .number, got: .color)) {
      try FilterRegistry.makeFilter("gammaAdjust", ["power": .color(.white)])
    }
    #expect(throws: FilterError.wrongType(key: "angle", filter: "hueAdjust", expected: .number, got: .number)) {
      try FilterRegistry.makeFilter("hueAdjust", ["angle": .number(.nan)])
    }
    #expect(
      throws: FilterError.unreadableValue("much", key: "power", filter: "gammaAdjust", expected: .number)
    ) { try FilterRegistry.filter(named: "gammaAdjust").makeFilter(texts: ["power": "much"]) }
  }

  @Test func `colours are read as CSS writes them`() {
    #expect(Color(css: "#f80") == Color(red: 1, green: 136.0 / 255, blue: 0))
    #expect(Color(css: "#FF880080")?.alpha == 128.0 / 255)
    #expect(Color(css: "White") == .white)
    #expect(Color(css: "transparent") == .clear)
    #expect(Color(css: "#ff8800")?.description == "#ff8800")
    for bad in ["", "#", "#12", "#12345", "#gggggg", "whitish", "#１２３"] { #expect(Color(css: bad) == nil) }
  }
}
