import Imaging
import Testing

@testable import FilterGraph

/// Recipes that know sizes, colours by name and a program's own filters.
@Suite struct RecipeSizeTests {
  private let picture = TestPicture(size: PixelSize(width: 8, height: 6), content: .opaque)

  private func image(_ steps: String, rest: String = "") throws -> Image {
    try Recipe(json: Array("{\"version\": 1, \"steps\": [\(steps)]\(rest)}".utf8))
      .image(of: RecipeInputs(images: ["photo": picture.image()]))
  }

  @Test func `numbers are computed from the sizes of images`() throws {
    let half = try image(
      #"{"filter": "crop", "parameters": {"rectangle": [0, 0, "$photo.width / 2", "$photo.height"]}}"#)
    #expect(half.extent.rect == PixelRect(x: 0, y: 0, width: 4, height: 6))
    let moved = try image(
      """
      {"name": "part", "filter": "crop", "parameters": {"rectangle": [2, 1, 3, 2]}},
      {"filter": "affineTransform", "input": "photo",
       "parameters": {"transform": [1, 0, 0, 1, "$photo.width - ($part.x + 2 * $part.width)", "-$part.y"]}}
      """)
    #expect(moved.extent.rect == PixelRect(x: 0, y: -1, width: 8, height: 6))
    let blurred = try image(#"{"filter": "boxBlur", "parameters": {"radius": "0.5*$photo.height"}}"#)
    let expected = picture.image().applying(.boxBlur(radius: 3))
    #expect(try Renderer().floats(blurred) == Renderer().floats(expected))
  }

  @Test(arguments: [
    (#""$photo.width +""#, "$.steps[0].parameters.radius", "a number is missing"),
    (#""$photo.wide""#, "$.steps[0].parameters.radius", "not a measure"),
    (#""$other.width""#, "$.steps[0].parameters.radius", "no image \"other\""),
    (#""($photo.x + 2""#, "$.steps[0].parameters.radius", "bracket"),
    (#""$photo.x 2""#, "$.steps[0].parameters.radius", "left over"),
    (#""1 / $photo.x""#, "$.steps[0].parameters.radius", "not a number"),
    (#""$photo.x - 5""#, "$.steps[0].parameters.radius", "at least 1"),
  ])
  func `expressions that cannot be computed are reported with their path`(value: String, path: String, reason: String)
    throws
  {
    let error = try #require(throws: RecipeError.self) {
      try image("{\"filter\": \"boxBlur\", \"parameters\": {\"radius\": \(value)}}")
    }
    #expect(error.path == path && error.reason.contains(reason), "\(error)")
  }

  @Test func `a colour of CSS is an image, unless an image has its name`() throws {
    let red = try image(
      #"{"filter": "sourceOverCompositing", "input": "tomato", "parameters": {"backgroundImage": "photo"}}"#)
    let expected = Image.color(try #require(Color(css: "tomato"))).composited(over: picture.image())
    #expect(
      try Renderer().floats(red, in: PixelRect(picture.size))
        == Renderer().floats(expected, in: PixelRect(picture.size)))
    let own = try image(
      #"{"name": "red", "filter": "colorInvert"}, {"filter": "exposureAdjust", "input": "red", "parameters": {"ev": 1}}"#
    )
    #expect(own.extent == picture.image().extent)
  }

  @Test func `empty and infinite results are reported`() throws {
    let empty = try #require(throws: RecipeError.self) {
      try image(#"{"filter": "colorInvert"}, {"filter": "lanczosScaleTransform", "parameters": {"scale": 0}}"#)
    }
    #expect(empty.path == "$.steps[1]" && empty.reason.contains("scale above 0"))
    let endless = try #require(throws: RecipeError.self) {
      try image(#"{"filter": "clamp", "parameters": {"extent": [0, 0, 8, 6]}}"#, rest: #", "extent": "result""#)
    }
    #expect(endless.path == "$.extent" && endless.reason.contains("\"photo\""))
    for step in [
      #"{"filter": "gaussianBlur", "parameters": {"radius": 8e5}}"#,
      #"{"filter": "lanczosScaleTransform", "parameters": {"scale": 1e9}}"#,
    ] {
      let large = try #require(throws: RecipeError.self) { try image(step, rest: #", "extent": "result""#) }
      #expect(large.path == "$.extent" && large.reason.contains("smaller scale or radius"))
      #expect(try image(step).extent.rect?.contains(PixelRect(picture.size)) == true)
    }
  }

  private struct Swap: Filter {
    var amount: Double
    static let declaration = FilterDeclaration<Swap>(
      "swap", coreImageName: nil, .colorEffect, "Red and blue exchanged.",
      parameters: [.number("amount", \.amount, in: 0...1, "How much.")], make: { Swap(amount: 1) })
    func output(for input: Image) -> Image { input.applying(Kernel()) }

    private struct Kernel: PixelKernel {
      func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> { SIMD4(pixel.z, pixel.y, pixel.x, pixel.w) }
    }
  }

  @Test func `a recipe may use a program's own filters`() throws {
    let json = Array(#"{"version": 1, "steps": [{"filter": "swap", "parameters": {"amount": 0.5}}]}"#.utf8)
    #expect(throws: RecipeError.self) { try Recipe(json: json) }
    let made = try Recipe(json: json, filters: [Swap.description])
      .image(of: RecipeInputs(images: ["photo": picture.image()]))
    let (result, samples) = (try Renderer().floats(made), picture.samples())
    #expect(result[0] == samples[2] && result[2] == samples[0] && result[1] == samples[1])
  }

  @Test func `values are written as literals`() throws {
    let image = picture.image()
    let made = try image.applyingFilter(
      "CIFalseColor", parameters: ["inputColor0": "#102030", "inputColor1": [1, 0.5, 0]])
    let expected = image.applying(
      .falseColor(
        color0: Color(red: 16 / 255, green: 32 / 255, blue: 48 / 255), color1: Color(red: 1, green: 0.5, blue: 0)))
    #expect(try Renderer().floats(made) == Renderer().floats(expected))
    let cropped = try image.applyingFilter("crop", parameters: ["rectangle": [1, 2, 3, 4]])
    #expect(cropped.extent.rect == PixelRect(x: 1, y: 2, width: 3, height: 4))
    #expect(throws: FilterError.self) { try image.applyingFilter("gammaAdjust", parameters: ["power": true]) }
    #expect(throws: FilterError.self) { try image.applyingFilter("crop", parameters: ["rectangle": [1, 2]]) }
  }
}
