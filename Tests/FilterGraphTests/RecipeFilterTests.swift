import Imaging
import Testing

@testable import FilterGraph

@Suite struct RecipeFilterTests {
  private let picture = TestPicture(size: PixelSize(width: 9, height: 7), content: .opaque)
  private static let glow = """
    {"version": 1, "name": "softGlow", "summary": "Light that glows softly.",
     "parameters": {
       "radius": {"type": "number", "default": 2, "minimum": 0, "maximum": 50, "unit": "pixels", "help": "How far."},
       "tint": {"type": "color", "default": "#ffffff", "help": "Its colour."},
       "where": {"type": "image", "help": "Where it glows."}},
     "steps": [
       {"name": "soft", "filter": "gaussianBlur", "parameters": {"radius": "$radius * 2 + 1"}},
       {"name": "tinted", "filter": "multiplyCompositing", "parameters": {"backgroundImage": "$tint"}},
       {"filter": "screenBlendMode", "parameters": {"backgroundImage": "inputImage"}, "mask": "$where"}]}
    """

  private func filter(_ json: String, _ filters: [FilterDescription] = []) throws -> FilterDescription {
    try FilterDescription(json: Array(json.utf8), filters: filters)
  }

  @Test func `a recipe with a name is a filter with parameters`() throws {
    let glow = try filter(Self.glow)
    #expect(glow.name == "softGlow" && glow.parameters.map(\.key) == ["radius", "tint", "where"])
    #expect(glow.parameters[0].range == 0...50 && glow.parameters[0].defaultValue == .number(2))
    #expect(glow.parameters[2].isRequired)
    let image = picture.image()
    let mask = picture.image(seed: 2)
    let made = try image.applyingFilter(
      "SoftGlow", parameters: ["where": .image(mask), "inputRadius": 1, "tint": "#ff0000"], filters: [glow])
    let soft = image.applying(.gaussianBlur(radius: 3)).applying(
      .multiplyCompositing(backgroundImage: .color(Color(red: 1, green: 0, blue: 0))))
    let expected = soft.applying(.screenBlendMode(backgroundImage: image)).blended(over: soft, mask: mask)
    #expect(try Renderer().floats(made) == Renderer().floats(expected))
    #expect(throws: FilterError.outOfRange(key: "radius", filter: "softGlow", value: 51, range: 0...50)) {
      try glow.makeFilter(["radius": 51, "where": .image(mask)])
    }
    #expect(throws: FilterError.missingParameter(key: "where", filter: "softGlow")) { try glow.makeFilter() }
  }

  @Test func `a recursive filter is refused`() {
    let error = #expect(throws: RecipeError.self) {
      try filter(#"{"version": 1, "name": "endless", "steps": [{"filter": "colorInvert"}, {"filter": "Endless"}]}"#)
    }
    #expect(error?.path == "$.steps" && error?.reason.contains("endless uses itself") == true, "\(error as Any)")
  }

  @Test func `a cycle of definitions is found, without definitions that only lead to it`() {
    func cycle(_ uses: [(String, [String])]) -> [String]? {
      RecipeFilterCycle(among: uses.map(Self.definition) + [Array("no JSON".utf8), Array("[]".utf8)])?.names
    }
    #expect(cycle([]) == nil)
    #expect(cycle([("a", ["b", "c"]), ("b", ["c"]), ("c", ["colorInvert"])]) == nil)
    #expect(cycle([("a", ["a"])]) == ["a"])
    let leads = [("start", ["a"]), ("a", ["end", "B"]), ("b", ["end", "C"]), ("c", ["A"]), ("end", ["none"])]
    #expect(cycle(leads) == ["a", "b", "c"])
    // Many ways to one place are followed once.
    #expect(cycle((0..<200).map { ("f\($0)", ["f\($0 + 1)", "f\($0 + 1)", "f\($0 + 2)"]) }) == nil)
  }

  private static func definition(_ name: String, _ filters: [String]) -> [UInt8] {
    let steps = filters.map { #"{"filter": "\#($0)"}"# }.joined(separator: ", ")
    return Array(#"{"version": 1, "name": "\#(name)", "steps": [\#(steps)]}"#.utf8)
  }

  @Test func `recipes use such filters, and such filters each other`() throws {
    let inner = try filter(
      """
      {"version": 1, "name": "twiceAsBright", "parameters": {"stops": {"type": "number", "default": 1}},
       "steps": [{"filter": "exposureAdjust", "parameters": {"ev": "$stops"}}]}
      """)
    let outer = try filter(
      #"{"version": 1, "name": "fourTimes", "steps": [{"filter": "twiceAsBright"}, {"filter": "twiceAsBright"}]}"#,
      [inner])
    let json = #"{"version": 1, "steps": [{"filter": "fourTimes"}]}"#
    let made = try Recipe(json: Array(json.utf8), filters: [inner, outer])
      .image(of: RecipeInputs(images: ["photo": picture.image()]))
    let expected = picture.image().applying(.exposureAdjust(ev: 2))
    for (one, other) in zip(try Renderer().floats(made), try Renderer().floats(expected)) {
      #expect(abs(one - other) < 1e-6)
    }
    #expect(RecipeSchema.json(filters: [outer]).contains("\"fourTimes\""))
    for picture in TestPicture.all { try CheckFilter(filter: outer.makeFilter()).check(on: picture) }
  }

  @Test func `sizes are computed from the image that the filter is applied to`() throws {
    let half = try filter(
      """
      {"version": 1, "name": "part", "parameters": {"share": {"type": "number", "default": 0.5}},
       "steps": [{"filter": "crop",
         "parameters": {"rectangle": [0, 0, "$inputImage.width * $share", "$inputImage.height"]}}]}
      """)
    let made = Image.color(.white).cropped(to: PixelRect(x: 0, y: 0, width: 40, height: 20))
    #expect(try made.applyingFilter("part", filters: [half]).extent.rect?.width == 20)
    #expect(
      try made.applyingFilter("part", parameters: ["share": 0.25], filters: [half]).extent.rect?.width == 10)
  }

  @Test(arguments: [
    (#"{"version": 1, "steps": [{"filter": "colorInvert"}]}"#, "$.name", "needs a name"),
    (#"{"version": 1, "name": "sepiaTone", "steps": [{"filter": "colorInvert"}]}"#, "$.name", "already"),
    (#"{"version": 1, "name": "a", "steps": [{"filter": "colorInwert"}]}"#, "$.steps[0].filter", "colorInvert"),
    (
      #"{"version": 1, "name": "a", "parameters": {"b": {"type": "number", "default": 1}}, "steps": [{"filter": "colorInvert"}]}"#,
      "$.parameters.b", "nothing uses it"
    ),
    (
      #"{"version": 1, "name": "a", "parameters": {"b": {"type": "number"}}, "steps": [{"filter": "boxBlur", "parameters": {"radius": "$b"}}]}"#,
      "$.parameters.b.default", "need a default"
    ),
    (
      #"{"version": 1, "name": "a", "parameters": {"b": {"type": "number", "default": 0}}, "steps": [{"filter": "boxBlur", "parameters": {"radius": "$b"}}]}"#,
      "$.steps[0].parameters.radius", "at least 1"
    ),
    (
      #"{"version": 1, "name": "a", "parameters": {"b": {"type": "length", "default": 0}}, "steps": [{"filter": "boxBlur", "parameters": {"radius": "$b"}}]}"#,
      "$.parameters.b.type", "number, boolean"
    ),
    (#"{"version": 1, "name": "a", "steps": [{"filter": "colorInvert", "mask": "matte:hair"}]}"#, "$.steps", "mattes"),
    (
      #"{"version": 1, "name": "a", "steps": [{"filter": "colorCube", "parameters": {"cubeData": {"cube": "a.cube"}}}]}"#,
      "$.steps", "no files"
    ),
    (
      #"{"version": 1, "name": "a", "steps": [{"filter": "colorInvert", "input": "photo"}]}"#, "$.steps[0].input",
      "photo"
    ),
  ])
  func `errors are reported with their path`(json: String, path: String, words: String) {
    let error = #expect(throws: RecipeError.self) { try filter(json) }
    #expect(error?.path == path && error?.reason.contains(words) == true, "\(error?.description ?? "none")")
  }

  @Test func `the picture may be one of the parameters, as in Core Image`() throws {
    func image(_ step: String) throws -> Image {
      try Recipe(json: Array(#"{"version": 1, "steps": [\#(step)]}"#.utf8)).image(
        of: RecipeInputs(images: ["photo": picture.image(), "other": picture.image(seed: 3)]))
    }
    let made = try image(#"{"filter": "CIExposureAdjust", "parameters": {"inputImage": "other", "inputEV": 1}}"#)
    let expected = picture.image(seed: 3).applying(.exposureAdjust(ev: 1))
    #expect(try Renderer().floats(made) == Renderer().floats(expected))
    let error = #expect(throws: RecipeError.self) {
      try image(#"{"filter": "colorInvert", "input": "photo", "parameters": {"inputImage": "other"}}"#)
    }
    #expect(error?.path == "$.steps[0].parameters.inputImage")
  }

  @Test func `a number of pixels beyond the picture's is refused, with a suggestion`() {
    let json = #"{"version": 1, "steps": [{"filter": "gaussianBlur", "parameters": {"radius": 1e9}}]}"#
    let error = #expect(throws: RecipeError.self) { try Recipe(json: Array(json.utf8)) }
    #expect(error?.path == "$.steps[0].parameters.radius")
    #expect(error?.reason.contains("at most 1000000") == true && error?.reason.contains("$photo.width / 10") == true)
  }

  @Test func `a bound filter reads as Core Image's`() throws {
    let photo = picture.image()
    var blur = BoundFilter(.gaussianBlur())
    #expect(blur.outputImage == nil && blur.radius == 10)
    blur.inputImage = photo
    blur.radius = 2
    var glow = BoundFilter(.screenBlendMode(backgroundImage: photo))
    glow.inputImage = blur.outputImage
    let made = try #require(glow.outputImage)
    let expected = photo.applying(.gaussianBlur(radius: 2)).applying(.screenBlendMode(backgroundImage: photo))
    #expect(try Renderer().floats(made) == Renderer().floats(expected))
    #expect(BoundFilter(.constantColorGenerator()).outputImage?.extent.isInfinite == true)
  }
}
