import Imaging
import Testing

@testable import FilterGraph

@Suite struct RecipeTests {
  private let picture = TestPicture(size: PixelSize(width: 8, height: 6), content: .opaque)
  private let matte = Matte(
    kind: .hair,
    pixels: PixelBuffer(
      size: PixelSize(width: 4, height: 3), format: .l8, colorSpace: .linearGray,
      bytes: [UInt8](repeating: 255, count: 12)),
    coordinateSpace: .upright)

  private func image(_ json: String, _ inputs: RecipeInputs? = nil) throws -> Image {
    try Recipe(json: Array(json.utf8)).image(of: inputs ?? RecipeInputs(images: ["photo": picture.image()]))
  }

  @Test func `steps follow each other`() throws {
    let made = try image(
      """
      {"version": 1, "steps": [
        {"filter": "CIMaximumComponent"}, {"filter": "gammaAdjust", "parameters": {"inputPower": 0.5}}]}
      """)
    let expected = picture.image().applying(.maximumComponent).applying(.gammaAdjust(power: 0.5))
    #expect(try Renderer().floats(made) == Renderer().floats(expected))
  }

  @Test func `names, mattes, masks and literals are understood`() throws {
    let inputs = RecipeInputs(images: ["photo": picture.image()], mattes: ["photo": [matte]])
    let made = try image(
      """
      {"version": 1, "output": "end", "steps": [
        {"name": "dark", "filter": "exposureAdjust", "input": "photo", "parameters": {"ev": -2}},
        {"name": "end", "filter": "blendWithMask", "input": "#ffffff",
         "parameters": {"backgroundImage": "dark", "maskImage": "matte:hair@photo"}},
        {"filter": "colorInvert"}]}
      """, inputs)
    let pixels = try Renderer().floats(made, in: PixelRect(picture.size))
    #expect(pixels.allSatisfy { abs($0 - 1) < 1e-6 })
    let masked = try image(
      #"{"version": 1, "steps": [{"filter": "colorInvert", "mask": "matte:teeth"}]}"#, inputs)
    #expect(try Renderer().floats(masked) == Renderer().floats(picture.image()))
    let shown = try image(#"{"version": 1, "steps": [{"filter": "colorInvert", "mask": "matte:hair"}]}"#, inputs)
    #expect(try Renderer().floats(shown) == Renderer().floats(picture.image().applying(.colorInvert)))
    #expect(
      try Recipe(json: Array(#"{"version":1,"steps":[{"filter":"mix","mask":"matte:skin"}]}"#.utf8)).matteKinds == [
        .skin
      ])
  }

  static let mistakes = [
    ("[1", "$", "not a JSON"), ("[]", "$", "object"), ("{}", "$.version", "1"),
    (#"{"version": 1, "steps": []}"#, "$.steps", "at least one"),
    (#"{"version": 1, "stepps": []}"#, "$.stepps", "steps"),
    (#"{"version": 1, "steps": [{"filter": "gamaAdjust"}]}"#, "$.steps[0].filter", "gammaAdjust"),
    (
      #"{"version": 1, "steps": [{"filter": "colorInvert"}, {"filter": "boxBlur", "parameters": {"radius": 0}}]}"#,
      "$.steps[1].parameters.radius", "at least 1"
    ),
    (
      #"{"version": 1, "steps": [{"filter": "boxBlur", "parameters": {"radios": 3}}]}"#,
      "$.steps[0].parameters.radios", "radius"
    ),
    (
      #"{"version": 1, "steps": [{"filter": "boxBlur", "parameters": {"radius": "3"}}]}"#,
      "$.steps[0].parameters.radius", "a number"
    ),
    (
      #"{"version": 1, "steps": [{"filter": "colorMatrix", "parameters": {"rVector": [1, 2, "a", 4]}}]}"#,
      "$.steps[0].parameters.rVector[2]", "a number"
    ),
    (#"{"version": 1, "steps": [{"filter": "mix"}]}"#, "$.steps[0].parameters.backgroundImage", "needs"),
    (#"{"version": 1, "steps": [{"filter": "colorInvert", "input": "foto"}]}"#, "$.steps[0].input", "\"photo\""),
    (#"{"version": 1, "steps": [{"filter": "colorInvert", "mask": "matte:beard"}]}"#, "$.steps[0].mask", "hair"),
    (#"{"version": 1, "steps": [{"filter": "colorInvert"}], "output": "end"}"#, "$.output", "\"photo\""),
    (
      #"{"version": 1, "steps": [{"filter": "colorCube", "parameters": {"cubeData": [1, 2]}}]}"#,
      "$.steps[0].parameters.cubeData", "32"
    ),
    (
      #"{"version": 1, "steps": [{"filter": "boxBlur", "parameters": {"radius": 3, "inputRadius": 4}}]}"#,
      "$.steps[0].parameters.radius", "twice"
    ),
    (
      #"{"version": 1, "steps": [{"filter": "crop", "parameters": {"rectangle": [0, 0, -5, 5]}}]}"#,
      "$.steps[0].parameters.rectangle", "-5"
    ),
    (
      #"{"version": 1, "steps": [{"name": "a", "filter": "mix"}, {"name": "a", "filter": "mix"}]}"#,
      "$.steps[1].name", "$.steps[0]"
    ),
    (#"{"version": 1, "steps": [{"name": "photo", "filter": "colorInvert"}]}"#, "$.steps[0].name", "is an input"),
    (
      #"{"version": 1, "steps": [{"name": "a", "filter": "colorInvert"}, {"filter": "colorInvert", "input": "photo"}]}"#,
      "$.steps[0].name", "nothing uses \"a\""
    ),
    ("{\"version\": 1,\n \"steps\": [1,]}", "$", "line 2, column 13: there is a comma behind"),
  ]

  @Test(arguments: mistakes)
  func `an error is reported with its path`(json: String, path: String, hint: String) throws {
    let error = try #require(#expect(throws: RecipeError.self) { try image(json) })
    #expect(error.path == path)
    #expect(error.description.hasPrefix(path + ": ") && error.description.contains(hint))
  }

  @Test func `a .cube file is a cube, red fastest`() throws {
    let nodes = (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)" }.joined(separator: "\n")
    let text = "TITLE \"x\"\r\n# note\nLUT_3D_SIZE 2\nDOMAIN_MIN 0 0 0\nDOMAIN_MAX 1.0 1 1\n\n\(nodes)\n"
    let cube = try ColorCubeTable(cubeFile: text)
    #expect(cube.dimension == 2 && cube.samples[4..<8] == [1, 0, 0, 1])
    let json = """
      {"version": 1, "steps": [{"filter": "CIColorCube", "parameters": {"cubeData": {"cube": "a.cube"}}}]}
      """
    #expect(try Recipe(json: Array(json.utf8)).cubeFiles == ["a.cube"])
    let inputs = RecipeInputs(images: ["photo": picture.image()], cubes: ["a.cube": cube])
    let same = try Renderer().floats(image(json, inputs))
    #expect(zip(same, picture.samples()).allSatisfy { abs($0 - $1) < 1e-6 })
    #expect(throws: RecipeError.self) { try image(json) }
  }

  @Test func `a .cube file is for display values, unless the recipe says otherwise`() throws {
    // A curve that doubles display values, in a file with a byte order mark.
    let cube = try ColorCubeTable(cubeFile: "\u{FEFF}LUT_1D_SIZE 3\n0 0 0\n0.5 0.25 1\n1 0.5 1\n")
    #expect(cube.dimension == 3)
    let gray = PixelBuffer(size: PixelSize(width: 1, height: 1), format: .rgba8, bytes: [64, 128, 32, 255])
    func result(_ filter: String, _ more: String = "") throws -> [UInt8] {
      let json = """
        {"version": 1, "steps": [{"filter": "\(filter)", "parameters": {"cubeData": {"cube": "a.cube"}\(more)}}]}
        """
      let inputs = RecipeInputs(images: ["photo": Image(gray)], cubes: ["a.cube": cube])
      return try Renderer().render(image(json, inputs)).bytes
    }
    #expect(try result("colorCube") == [64, 64, 64, 255])
    #expect(try result("colorCubeWithColorSpace") == [64, 64, 64, 255])
    let linear = try result("colorCubeWithColorSpace", #", "colorSpace": "extendedLinearSRGB""#)
    #expect(linear != [64, 64, 64, 255])
  }

  @Test func `a .cube file of one dimension is looked up in its own nodes`() throws {
    // A curve that is steep near black, with more nodes than a cube has, and a threshold.
    let curve = (0..<256).map { (Float($0) / 255).squareRoot() }
    let threshold = (0..<4096).map { Float($0 < 2048 ? 0 : 1) }
    for (values, inputs) in [(curve, [1, 20, 200]), (threshold, [127, 128, 129])] as [([Float], [UInt8])] {
      let nodes = values.map { "\($0) \($0) \($0)" }.joined(separator: "\n")
      let cube = try ColorCubeTable(cubeFile: "LUT_1D_SIZE \(values.count)\n\(nodes)")
      for input in inputs {
        let gray = PixelBuffer(size: PixelSize(width: 1, height: 1), format: .rgba8, bytes: [input, input, input, 255])
        let json = """
          {"version": 1, "steps": [{"filter": "colorCube", "parameters": {"cubeData": {"cube": "a.cube"}}}]}
          """
        let made = try image(json, RecipeInputs(images: ["photo": Image(gray)], cubes: ["a.cube": cube]))
        let place = Float(input) / 255 * Float(values.count - 1)
        let first = min(Int(place), values.count - 2)
        let expected = values[first] + (values[first + 1] - values[first]) * (place - Float(first))
        let found = Float(try Renderer().render(made).bytes[0])
        #expect(abs(found - 255 * expected) < 1, "\(input): \(found), not \(255 * expected)")
      }
    }
  }

  @Test func `the content of a file that is no .cube file is not quoted`() {
    for text in ["root:x:0:0:root:/root:/bin/sh\n", "TITLE \"x\"\nsecret 1 2\n"] {
      let error = #expect(throws: ColorCubeTable.FileError.self) { try ColorCubeTable(cubeFile: text) }
      #expect(error?.reason.contains("LUT_3D_SIZE") == true)
      #expect(error?.reason.contains("root") == false && error?.reason.contains("secret") == false)
    }
  }

  @Test func `a .cube file over another domain is the part of it over 0...1`() throws {
    // Over -1...3 the value is the place itself: at 0 a quarter of the way, at 1 half of it.
    let nodes = (0..<5).map { "\($0 - 1) \($0 - 1) \($0 - 1)" }.joined(separator: "\n")
    for head in ["LUT_1D_INPUT_RANGE -1 3", "DOMAIN_MIN -1 -1 -1\nDOMAIN_MAX 3 3 3"] {
      let cube = try ColorCubeTable(cubeFile: "LUT_1D_SIZE 5\n\(head)\n\(nodes)")
      let side = cube.dimension
      #expect(cube.samples.count == 4 * side * side * side)
      #expect(cube.samples.prefix(4) == [0, 0, 0, 1] && cube.samples.suffix(4) == [1, 1, 1, 1])
      #expect(cube.samples[4] > 0 && cube.samples[5] == 0, "red first")
    }
    let identity = (0..<27).map { "\(Float($0 % 3)) \(Float($0 / 3 % 3)) \(Float($0 / 9))" }.joined(separator: "\n")
    let cube = try ColorCubeTable(cubeFile: "LUT_3D_SIZE 3\nLUT_3D_INPUT_RANGE 0 2\n\(identity)")
    let side = cube.dimension
    for (number, sample) in zip(0..., stride(from: 0, to: cube.samples.count, by: 4)) {
      let wanted = [number % side, number / side % side, number / side / side].map { Float($0) / Float(side - 1) }
      #expect(zip(cube.samples[sample..<sample + 3], wanted).allSatisfy { abs($0 - $1) < 1e-6 })
    }
  }

  @Test func `an invalid .cube file is refused with its line`() {
    for (text, line) in [
      ("", 1), ("LUT_3D_SIZE 1", 1), ("LUT_3D_SIZE 2\n0 0 0", 2), ("0 0 0", 1), ("LUT_3D_SIZE 2\n0 0", 2),
      ("LUT_1D_SIZE 2\n0 0 0", 2), ("LUT_1D_SIZE 2\nLUT_3D_SIZE 2", 2), ("LUT_3D_SIZE 2\n0 nan 0", 2),
      ("LUT_1D_SIZE 2\nDOMAIN_MAX 0 1 1\n0 0 0\n1 1 1", 2), ("LUT_1D_SIZE 2\nLUT_1D_INPUT_RANGE 1", 2),
      ("LUT_3D_SIZE 129", 1),
    ] {
      let error = #expect(throws: ColorCubeTable.FileError.self) { try ColorCubeTable(cubeFile: text) }
      #expect(error?.line == line)
    }
  }
}
