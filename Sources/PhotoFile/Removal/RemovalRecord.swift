/// The record of a removal: the contents found in a file and those that could not be searched, each once.
struct RemovalRecord: Sendable, Hashable {
  private(set) var contents: [SensitiveContent] = []

  mutating func note(_ kind: SensitiveContent.Kind, _ place: String) {
    let content = SensitiveContent(kind: kind, place: place)
    if !contents.contains(content) { contents.append(content) }
  }

  mutating func note(_ other: RemovalRecord) {
    for content in other.contents { note(content.kind, content.place) }
  }

  /// The names of parts that could not be searched.
  var unknown: [String] { contents.filter { $0.kind == .unknown }.map(\.place) }

  /// Refuses a file with parts that could not be searched.
  ///
  /// - Throws: `notSearchable`.
  func check(keepingUnknown: Bool, file: String) throws(PhotoFileError) {
    let unknown = unknown
    guard keepingUnknown || unknown.isEmpty else { throw .notSearchable(file: file, parts: unknown) }
  }
}
