import Testing

@testable import FilterFactoryWriter

@Suite struct FilterSourceFileTests {
  private let whole = """
    /// A filter.
    public struct Mix: Filter {
      /// The fraction. Default 1.
      public var amount: Double = 1
      /// Where. In pixels.
      public var extent: PixelRect = PixelRect(
        x: 0, y: 0)
      /// What is below. Required.
      public var background: Image
      /// If any.
      public var center: Point?
      public var isIdentity: Bool { amount == 0 }

      init() { background = .empty }

      public static let declaration = FilterDeclaration<Mix>(
        "mix", coreImageName: "CIMix", .compositing,
        "One of \\"two\\".", make: { Mix() })
    }
    """

  @Test func `required parameters come first, and everything is documented`() throws {
    let filter = try #require(try FilterSourceFile(whole, path: "Mix.swift"))
    #expect(filter.type == "Mix" && filter.name == "mix" && filter.summary == "One of \\\"two\\\".")
    #expect(
      filter.parameters.map(\.parameter) == [
        "background: Image", "amount: Double = 1", "extent: PixelRect = PixelRect( x: 0, y: 0)", "center: Point? = nil",
      ])
    #expect(filter.factories.contains("  ///   - amount: The fraction. Default 1.\n"))
    #expect(filter.factories.contains("    self.init()\n    self.background = background\n"))
    #expect(filter.factories.contains("public static func mix(background: Image, amount: Double = 1,"))
  }

  @Test func `a filter without parameters has a property as its factory, and its own initialiser`() throws {
    let text = """
      public struct Invert: Filter {
        public init() {}
        public static let declaration = FilterDeclaration<Invert>("invert", coreImageName: nil, .colorEffect, "Inverts.")
      }
      """
    let filter = try #require(try FilterSourceFile(text, path: "Invert.swift"))
    #expect(filter.factories.contains("public static var invert: Invert { Invert() }"))
    #expect(!filter.factories.contains("self.init()"))
  }

  @Test func `a file without a filter is skipped`() throws {
    #expect(try FilterSourceFile("public struct BlendMode: FilterFamily {\n}\n", path: "BlendMode.swift") == nil)
  }

  @Test(arguments: [
    ("  public var amount: Double = 1", "  public var amount = 1", "Mix.swift:4: error: a parameter's property"),
    ("  init() { background = .empty }", "", "Mix.swift:2: error: a filter with parameters has `init() {}`"),
    ("FilterDeclaration<Mix>", "FilterDeclaration<Max>", "Mix.swift:2: error: there is no `FilterDeclaration<Mix>"),
    ("    x: 0, y: 0)", "    x: 0, y: (0", "Mix.swift:6: error: this property does not end"),
  ])
  func `unsupported source is an error at its line`(old: String, new: String, message: String) {
    #expect(whole.contains(old))
    let error = #expect(throws: FilterSourceFile.Failure.self) {
      try FilterSourceFile(whole.replacing(old, with: new), path: "Mix.swift")
    }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "none")")
  }
}
