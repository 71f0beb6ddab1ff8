import Imaging
import Testing

@testable import FilterGraph

/// What is too large is refused, and what is large is done.
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
}
