import Support
import Testing

@testable import PhotoFile

/// Texts in the structure of a HEIF file: names of the handler and of items, addresses, properties and boxes that no
/// reader uses.
@Suite struct HEIFNamesTests {
  private static let secret = Array("Zanzibarrow".utf8)

  private func file() throws -> [UInt8] {
    var document = try HEIFEighteen.document()
    document.boxes.append(RawBox("meta", [0, 0, 0, 0] + Self.secret))
    let handler = try #require(document.metaBoxes.firstIndex { $0.type == "hdlr" })
    let start = document.metaBoxes[handler].contents.prefix(24)
    document.metaBoxes[handler] = RawBox("hdlr", Array(start) + Self.secret + [0])
    document.metaBoxes.insert(RawBox("dinf", Self.secret), at: handler + 1)
    document.otherPropertyBoxes.append(RawBox("ipxx", Self.secret))
    document.associate(RawBox("prxx", Self.secret), with: document.primaryID, isEssential: false)
    for index in document.items.indices {
      var contents = document.items[index].entry.box.contents
      // The name follows version, number, protection and type.
      contents.insert(contentsOf: Self.secret, at: contents.startIndex + 12)
      var reader = BoxReader(contents)
      document.items[index].entry = try ItemEntry(&reader)
    }
    return document.file()
  }

  private func holdsSecret(_ file: [UInt8]) -> Bool {
    file.indices.contains { file[$0...].starts(with: Self.secret) }
  }

  @Test func `they go with all metadata, and the pictures stay`() throws {
    let file = try file()
    #expect(holdsSecret(file))
    let stripped = try StrippedPhoto(file, removing: [.metadata])
    #expect(!holdsSecret(stripped.data))
    let (before, after) = (try Photo(data: file), try Photo(data: stripped.data))
    #expect(after.pixels == before.pixels && after.orientation == before.orientation)
    #expect(after.auxiliaryImages.map(\.type) == before.auxiliaryImages.map(\.type))
    #expect(HEIFWalker(stripped.data).topLevel == ["ftyp", "meta", "mdat"])
  }

  @Test func `those of unknown use are not said to be free of places`() throws {
    let file = try file()
    #expect {
      _ = try StrippedPhoto(file, removing: [.location])
    } throws: { error in
      ["a second box meta", "box ipxx", "property prxx"].allSatisfy("\(error)".contains)
    }
  }
}
