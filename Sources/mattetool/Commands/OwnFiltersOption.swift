import ArgumentParser
import Batch
import FoundationEssentials
import MatteKit

/// `--filters`: filters that a user has made of others.
struct OwnFiltersOption: ParsableArguments {
  @Option(
    name: .customLong("filters"), parsing: .singleValue,
    help: ArgumentHelp(
      "Filters of your own: a JSON file that defines one, or a folder of them; repeatable.", valueName: "file"))
  var places: [String] = []

  /// In bytes.
  private static let longest = 1 << 24

  /// The filters, those of a folder by their files' names. One may use those before it.
  func filters() throws -> [FilterDescription] {
    var filters: [FilterDescription] = []
    for place in places {
      for file in try Self.files(at: place) {
        let json = try InputFile(file).bytes(atMost: Self.longest)
        do throws(RecipeError) {
          filters.append(try FilterDescription(json: json, filters: filters))
        } catch {
          throw RecipeError(path: "\(file): \(error.path)", reason: error.reason)
        }
      }
    }
    return filters
  }

  private static func files(at place: String) throws -> [String] {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: place, isDirectory: &isFolder), isFolder else { return [place] }
    let names = try FileManager.default.contentsOfDirectory(atPath: place).filter { $0.hasSuffix(".json") }.sorted()
    guard !names.isEmpty else {
      throw PhotoFileError.unreadable(file: place, reason: "the folder holds no .json file that defines a filter")
    }
    return names.map { place + (place.hasSuffix("/") ? "" : "/") + $0 }
  }
}
