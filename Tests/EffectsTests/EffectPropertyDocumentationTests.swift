import FoundationEssentials
import Support
import Testing

@testable import Effects

/// Checks the documentation comments of the effects' properties against the effects' declarations. With
/// `MATTEKIT_WRITE_GOLDENS=1` the test writes them.
@Suite struct EffectPropertyDocumentationTests {
  @Test func `every setting and the property that holds it are documented as declared`() throws {
    for effect in EffectRegistry.all {
      let file = ProjectFolder.root.appending(path: "Sources/Effects/\(effect).swift")
      var comments: [String: String] = [:]
      for parameter in effect.parameters {
        comments["public static let \(parameter.propertyName) ="] = parameter.documentation
        comments["public var \(parameter.propertyName):"] = parameter.documentation
      }
      let (found, stale) = try DocumentationComment.check(file, comments)
      #expect(!found.isEmpty || effect.parameters.isEmpty, "\(effect)")
      #expect(stale.isEmpty, "\(effect)")
    }
  }
}
