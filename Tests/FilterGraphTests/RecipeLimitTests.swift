import Imaging
import Testing

@testable import FilterGraph

/// Recipes that are too large are refused, and large ones are rendered.
@Suite struct RecipeLimitTests {
  private let picture = TestPicture(size: PixelSize(width: 8, height: 6), content: .opaque)

  private func image(_ steps: String, rest: String = "", filters: [FilterDescription] = []) throws -> Image {
    try Recipe(json: Array("{\"version\": 1, \"steps\": [\(steps)]\(rest)}".utf8), filters: filters)
      .image(of: RecipeInputs(images: ["photo": picture.image()]))
  }

  private func refusal(_ steps: String, rest: String = "", filters: [FilterDescription] = []) throws -> RecipeError {
    try #require(throws: RecipeError.self) { try image(steps, rest: rest, filters: filters) }
  }

  @Test func `an expression has at most a thousand terms`() throws {
    func step(_ terms: Int, _ sign: String) -> String {
      let text = "$photo.width" + String(repeating: "\(sign)1", count: terms - 1)
      return "{\"filter\": \"boxBlur\", \"parameters\": {\"radius\": \"\(text)\"}}"
    }
    for sign in ["*", "/"] {
      #expect(try image(step(1_000, sign)).extent == image(step(1, sign)).extent)
    }
    for sign in ["+", "-", "*", "/"] {
      let error = try refusal(step(100_000, sign))
      #expect(error.path == "$.steps[0].parameters.radius")
      #expect(error.reason.contains("more than 1000 terms") && error.reason.utf8.count < 300)
    }
  }

  @Test func `thousands of steps are rendered, and more are refused`() throws {
    func steps(_ count: Int) -> String {
      let step = ##"{"filter": "sourceOverCompositing", "parameters": {"backgroundImage": "#80808080"}}"##
      return [String](repeating: step, count: count).joined(separator: ",")
    }
    let many = try image(steps(4_096))
    #expect(try Renderer().floats(many, in: PixelRect(picture.size)) == Renderer().floats(picture.image()))
    let error = try refusal(steps(4_097))
    #expect(error.path == "$.steps" && error.reason.contains("4097 steps") && error.reason.contains("4096"))
  }

  @Test func `sources without memory take no stack`() throws {
    let veil = Image.color(Color(red: 0.5, green: 0.5, blue: 0.5, alpha: 0.5))
    let many = (0..<20_000).reduce(picture.image()) { image, _ in image.composited(over: veil) }
    #expect(try Renderer().floats(many, in: PixelRect(picture.size)) == Renderer().floats(picture.image()))
  }

  @Test func `a matte that many steps use is one image`() throws {
    let matte = Matte(
      kind: .hair,
      pixels: PixelBuffer(
        size: PixelSize(width: 4, height: 3), format: .l8, colorSpace: .linearGray,
        bytes: [UInt8](repeating: 255, count: 12)),
      coordinateSpace: .upright)
    let step = #"{"filter": "colorInvert", "mask": "matte:hair"}"#
    let json = "{\"version\": 1, \"steps\": [\([String](repeating: step, count: 3).joined(separator: ","))]}"
    let made = try Recipe(json: Array(json.utf8))
      .image(of: RecipeInputs(images: ["photo": picture.image()], mattes: ["photo": [matte]]))
    #expect(made.node.inOrder.count { $0.operation is StretchedMatteSource } == 1)
  }

  /// Filters each of which uses the one before it some times.
  private func family(_ levels: Int, times: Int) throws -> [FilterDescription] {
    var filters: [FilterDescription] = []
    for level in 1...levels {
      let used = level == 1 ? "colorInvert" : "n\(level - 1)"
      let steps = [String](repeating: "{\"filter\": \"\(used)\"}", count: times).joined(separator: ",")
      let json = "{\"version\": 1, \"name\": \"n\(level)\", \"steps\": [\(steps)]}"
      filters.append(try FilterDescription(json: Array(json.utf8), filters: filters))
    }
    return filters
  }

  @Test(.timeLimit(.minutes(1))) func `filters of filters take as long as their steps`() throws {
    let filters = try family(11, times: 2)
    let made = try image(#"{"filter": "n11"}"#, filters: filters)
    #expect(made.node.inOrder.count { $0.inputs.count == 1 } == 2_048)
    #expect(try Renderer().floats(made) == Renderer().floats(picture.image()))
  }

  @Test func `filters of filters have at most as many steps as a recipe, and levels`() throws {
    let double = try #require(throws: RecipeError.self) { try family(13, times: 2) }
    #expect(double.path == "$.steps" && double.reason.contains("8192 steps"))
    let deep = try #require(throws: RecipeError.self) { try family(65, times: 1) }
    #expect(deep.path == "$.steps" && deep.reason.contains("65 levels"))
  }

  @Test func `errors in a filter of filters are reported with their path`() throws {
    let part = try FilterDescription(
      json: Array(
        """
        {"version": 1, "name": "part", "parameters": {"share": {"type": "number", "default": 1}},
         "steps": [{"filter": "boxBlur", "parameters": {"radius": "$share * 2"}}]}
        """.utf8))
    let error = try refusal(#"{"filter": "part", "parameters": {"share": -1}}"#, filters: [part])
    #expect(error.path.hasPrefix("$.steps[0].parameters") && error.reason.contains("at least 1"), "\(error)")
  }

  @Test(arguments: [
    (
      #"{"filter": "boxBlur", "parameters": {"radius": "$photo.width*1e300*1e300"}}"#, "radius",
      "1e+300 is not a number"
    ),
    (#"{"filter": "qrCodeGenerator", "parameters": {"message": ""}}"#, "message", "the text is empty"),
    (#"{"filter": "textImageGenerator", "parameters": {"text": ""}}"#, "text", "the text is empty"),
    (#"{"filter": "textImageGenerator", "parameters": {"text": "A", "fontSize": 1e6}}"#, "text", "large"),
    (
      #"{"filter": "qrCodeGenerator", "parameters": {"message": "\#(String(repeating: "x", count: 3_000))"}}"#,
      "message", "more than a code"
    ),
    (
      #"{"filter": "perspectiveTransform", "parameters": {"topLeft": [0, 0], "bottomRight": [0, 0]}}"#, "topLeft",
      "quadrilateral"
    ),
    (#"{"filter": "areaAverage", "parameters": {"extent": [0, 0, 0, 0]}}"#, "extent", "no finite area"),
    (##"{"filter": "edgePreserveUpsample", "parameters": {"smallImage": "#ffffff"}}"##, "smallImage", "finite extent"),
    (#"{"filter": "crop", "parameters": {"rectangle": [0.5, 0, 1, 1]}}"#, "rectangle", "not [0.5, 0, 1, 1]"),
    (#"{"filter": "boxBlur", "parameters": {"radius": [3]}}"#, "radius", "must be a number"),
  ])
  func `errors state the reason, not only that nothing is left`(step: String, key: String, words: String) throws {
    let error = try refusal(step)
    #expect(error.path == "$.steps[0].parameters.\(key)" && error.reason.contains(words), "\(error)")
    #expect(!error.reason.contains("/ 1e"))
  }

  @Test(arguments: ["[0, 0, 0, 6]", "[0, 0, 200000, 200000]", "[0, 0, 9e9, 9e9]"])
  func `a rectangle that is no picture is reported with its path`(extent: String) throws {
    let error = try refusal(#"{"filter": "colorInvert"}"#, rest: #", "extent": \#(extent)"#)
    #expect(error.path == "$.extent", "\(error)")
  }

  @Test func `a scale that is too large is reported as such`() throws {
    let error = try refusal(
      #"{"filter": "lanczosScaleTransform", "parameters": {"scale": 1e6}}"#, rest: #", "extent": "result""#)
    #expect(error.reason.contains("or more, more than a picture has") && error.reason.contains("smaller scale"))
  }

  @Test(arguments: ["", "matte:hair", "#ff0000"]) func `a step's name must not have another meaning`(name: String)
    throws
  {
    let error = try refusal("{\"name\": \"\(name)\", \"filter\": \"colorInvert\"}")
    #expect(error.path == "$.steps[0].name" && error.reason.contains("cannot be"))
  }

  @Test func `a colour of a filter of filters may be given as numbers where it is an image`() throws {
    let tinted = try FilterDescription(
      json: Array(
        """
        {"version": 1, "name": "tinted", "parameters": {"tint": {"type": "color", "default": "#ffffff"}},
         "steps": [{"filter": "multiplyCompositing", "parameters": {"backgroundImage": "$tint"}}]}
        """.utf8))
    let made = try image(#"{"filter": "tinted", "parameters": {"tint": [1, 0.5, 0.25, 1]}}"#, filters: [tinted])
    let expected = picture.image().applying(
      .multiplyCompositing(backgroundImage: .color(Color(red: 1, green: 0.5, blue: 0.25))))
    #expect(try Renderer().floats(made) == Renderer().floats(expected))
  }

  @Test func `only lengths are limited to a million pixels`() throws {
    _ = try image(#"{"filter": "spotLight", "parameters": {"brightness": 2e6}}"#)
    _ = try image(#"{"filter": "zoomBlur", "parameters": {"amount": 2e6}}"#)
    #expect(try refusal(#"{"filter": "boxBlur", "parameters": {"radius": 2e6}}"#).reason.contains("2000000 pixels"))
  }
}
