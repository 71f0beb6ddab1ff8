import FoundationEssentials
import SystemPackage

/// The contents of the journals of a folder: the results that were made, and the places that belong to runs.
package struct JournalRecords: Sendable {
  /// One line of a journal; it has one of the two parts.
  struct Line: Codable {
    /// A free place that is claimed for an output; percent-encoded.
    var place: String?
    var done: JournalEntry?
  }

  private(set) var entries: [JournalKey: JournalEntry] = [:]
  /// The places that runs wrote to or claimed, by the part of the recipe in the names of their journals.
  private var places: [String: Set<FilePath>] = [:]
  /// The keys of what was written at each place, the latest last. Places are percent-encoded.
  private var keys: [String: [JournalKey]] = [:]

  private static let prefix = ".mattetool-"
  private static let suffix = ".journal"
  private static let digits = 16

  /// The name of the journal of a recipe, for all of a list or a part.
  static func name(recipe: String, shard: Shard?) -> String {
    let part = shard.map { "-\($0.index)-of-\($0.count)" } ?? ""
    return prefix + recipe.prefix(digits) + part + suffix
  }

  package init() {}

  /// Reads all journals of a folder; none, if it does not exist. Incomplete lines are ignored.
  package init(in folder: FilePath) {
    for name in (try? Folder.names(in: folder)) ?? [] {
      let text = name.string
      guard text.hasPrefix(Self.prefix), text.hasSuffix(Self.suffix) else { continue }
      let recipe = text.dropFirst(Self.prefix.count).prefix { $0 != "-" && $0 != "." }
      add((try? PlainFile.read(folder.appending(name))) ?? [], recipe: String(recipe))
    }
  }

  /// The places of all recipes: files there are results, not inputs.
  package var allPlaces: Set<FilePath> { places.values.reduce(into: []) { $0.formUnion($1) } }

  /// The places of one recipe.
  package func places(of recipe: String) -> Set<FilePath> { places[String(recipe.prefix(Self.digits))] ?? [] }

  mutating func add(_ entry: JournalEntry) {
    let known = Set(entries.updateValue(entry, forKey: entry.key)?.places ?? [])
    for place in entry.places where !known.contains(place) { keys[place, default: []].append(entry.key) }
  }

  /// Results of a recipe that were written to a place.
  func results(at place: FilePath, recipe: String) -> [JournalEntry] {
    (keys[place.percentEncoded] ?? []).compactMap { $0.recipe == recipe ? entries[$0] : nil }
  }

  /// Adds the records of a journal's bytes.
  mutating func add(_ bytes: [UInt8], recipe: String) {
    let recipe = String(recipe.prefix(Self.digits))
    let decoder = JSONDecoder()
    // Bytes after the last line feed are an incomplete record.
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return }
    for text in bytes[..<end].split(separator: UInt8(ascii: "\n")) {
      guard let line = try? decoder.decode(Line.self, from: Data(text)) else { continue }
      if let place = line.place.flatMap(FilePath.init(percentEncoded:)) { places[recipe, default: []].insert(place) }
      if let done = line.done {
        add(done)
        if let place = FilePath(percentEncoded: done.output) { places[recipe, default: []].insert(place) }
      }
    }
  }
}
