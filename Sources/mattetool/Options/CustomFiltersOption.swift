import ArgumentParser
import Batch
import FoundationEssentials
import MatteKit
import SystemPackage

/// `--filters`: custom filters that a user has defined by recipes.
struct CustomFiltersOption: ParsableArguments {
  @Option(
    name: .customLong("filters"), parsing: .singleValue,
    help: ArgumentHelp(
      "Custom filters: a JSON file that defines one, or a folder of them; repeatable.", valueName: "file"))
  var places: [String] = []

  /// In bytes.
  private static let longest = 1 << 24

  /// The filters, each of which may use all others.
  ///
  /// - Throws: `RecipeError` with the file's name in its path, also for filters that use each other in a circle.
  func filters() throws -> [FilterDescription] {
    var filters: [FilterDescription] = []
    var waiting: [(file: String, json: [UInt8])] = []
    for file in try files() { waiting.append((file, try InputFile(file).bytes(atMost: Self.longest))) }
    // A file may come before one that defines what it uses: it is tried again behind the others.
    while !waiting.isEmpty {
      var left: [(file: String, json: [UInt8])] = []
      var refusal: RecipeError?
      for (file, json) in waiting {
        do throws(RecipeError) {
          filters.append(try FilterDescription(json: json, filters: filters))
        } catch {
          let placed = RecipeError(path: "\(file): \(error.path)", reason: error.reason)
          guard error.path.hasSuffix("].filter") else { throw placed }
          left.append((file, json))
          refusal = refusal ?? placed
        }
      }
      if let refusal, left.count == waiting.count {
        guard let cycle = RecipeFilterCycle(among: left.map(\.json)) else { throw refusal }
        throw RecipeError(path: refusal.path, reason: "filters must not use one another circularly: \(cycle)")
      }
      waiting = left
    }
    return filters
  }

  /// The files that are read.
  func files() throws -> [String] { try places.flatMap(Self.files) }

  private static func files(at place: String) throws -> [String] {
    guard FilePath(place).isFolder else { return [place] }
    let names = try FileManager.default.contentsOfDirectory(atPath: place).filter { $0.hasSuffix(".json") }.sorted()
    guard !names.isEmpty else {
      throw PhotoFileError.unreadable(file: place, reason: "the folder holds no .json file that defines a filter")
    }
    return names.map { place + (place.hasSuffix("/") ? "" : "/") + $0 }
  }
}
