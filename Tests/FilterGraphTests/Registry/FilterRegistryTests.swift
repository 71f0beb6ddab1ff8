import Imaging
import Testing

@testable import FilterGraph

@Suite struct FilterRegistryTests {
  @Test func `every filter is declared completely, once, and can be made`() throws {
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
      _ = try FilterLawTests.instance(of: filter, size: PixelSize(width: 7, height: 5))
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

  @Test func `wrong names are reported, with the nearest valid one`() {
    #expect(throws: FilterError.unknownFilter("gamaAdjust", nearest: ["gammaAdjust"])) {
      try FilterRegistry.filter(named: "gamaAdjust")
    }
    #expect(throws: FilterError.unknownFilter("CIGausianBlur", nearest: ["CIGaussianBlur"])) {
      try FilterRegistry.filter(named: "CIGausianBlur")
    }
    for (word, found) in [
      ("sepia", "sepiaTone"), ("invert", "colorInvert"), ("CIOverlay", "overlayBlendMode"),
      ("contrast", "colorControls"),
    ] {
      let error = #expect(throws: FilterError.self) { try FilterRegistry.filter(named: word) }
      guard case .unknownFilter(_, let nearest)? = error else {
        Issue.record("\(word)")
        continue
      }
      #expect(nearest.contains(found), "\(word): \(nearest)")
    }
    #expect(throws: FilterError.unknownFilter("teapot", nearest: [])) { try FilterRegistry.filter(named: "teapot") }
    #expect(
      throws: FilterError.unknownParameter("powr", filter: "gammaAdjust", nearest: ["power"], known: ["power"])
    ) { try FilterRegistry.makeFilter("gammaAdjust", ["powr": .number(1)]) }
    #expect(throws: FilterError.missingParameter(key: "backgroundImage", filter: "mix")) {
      try FilterRegistry.makeFilter("mix")
    }
    #expect(throws: FilterError.outOfRange(key: "radius", filter: "boxBlur", value: -1, range: 1 ... .infinity)) {
      try FilterRegistry.makeFilter("boxBlur", ["radius": .number(-1)])
    }
    #expect(throws: FilterError.wrongType(key: "power", filter: "gammaAdjust", expected: .number, got: .color)) {
      try FilterRegistry.makeFilter("gammaAdjust", ["power": .color(.white)])
    }
    #expect(throws: FilterError.notFinite(key: "angle", filter: "hueAdjust")) {
      try FilterRegistry.makeFilter("hueAdjust", ["angle": .number(.nan)])
    }
    #expect(
      throws: FilterError.unreadableValue("much", key: "power", filter: "gammaAdjust", expected: .number)
    ) { try FilterRegistry.filter(named: "gammaAdjust").makeFilter(texts: ["power": "much"]) }
  }

  @Test func `several near names are all named`() throws {
    #expect(throws: FilterError.unknownFilter("blendWithMasc", nearest: ["blendWithMask"])) {
      try FilterRegistry.filter(named: "blendWithMasc")
    }
    let error = #expect(throws: FilterError.self) { try FilterRegistry.filter(named: "CIConvolution4X4") }
    #expect(try #require(error).description.contains("\"CIConvolution3X3\" or \"CIConvolution5X5\""))
  }

  @Test func `colours are read as CSS writes them`() {
    #expect(Color(css: "#f80") == Color(red: 1, green: 136.0 / 255, blue: 0))
    #expect(Color(css: "#FF880080")?.alpha == 128.0 / 255)
    #expect(Color(css: "White") == .white)
    #expect(Color(css: "transparent") == .clear)
    #expect(CSSColorNames.values.count == 148)
    #expect(Color(css: "tomato")?.description == "#ff6347" && Color(css: "RebeccaPurple")?.description == "#663399")
    #expect(Color(css: "#ff8800")?.description == "#ff8800")
    for bad in ["", "#", "#12", "#12345", "#gggggg", "whitish", "#１２３"] { #expect(Color(css: bad) == nil) }
  }
}
