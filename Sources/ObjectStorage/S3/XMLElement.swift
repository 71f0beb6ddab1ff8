/// An element of an XML document, without attributes: the form of S3's responses.
struct XMLElement: Sendable {
  let name: String
  /// Its own text, without that of its children.
  var text = ""
  var children: [XMLElement] = []

  /// The first child of a name.
  subscript(name: String) -> XMLElement? { children.first { $0.name == name } }

  init(name: String) { self.name = name }

  /// Nil if the bytes are not XML. Declarations, comments and attributes are skipped.
  init?(_ bytes: [UInt8]) {
    var parser = XMLElementParser(bytes)
    guard let root = parser.root() else { return nil }
    self = root
  }
}
