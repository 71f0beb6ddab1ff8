import Batch
import FoundationEssentials
import MatteKit
import SystemPackage

/// The colour cubes that a recipe names, as files beside the recipe.
struct ColorCubeFiles {
  /// The recipe's argument: a file, or `-` for standard input, whose cubes are in the current folder.
  let recipe: String

  /// In bytes: a cube of 128 nodes a side with 40 characters a node.
  private static let longestCube = 100_000_000

  /// The path of a cube that the recipe names.
  func path(_ file: String) -> FilePath {
    FilePath(bytes: URL(filePath: recipe).file(named: file).relativePath.utf8)
  }

  /// Reads the cubes of a recipe, by the names that it uses.
  func tables(for recipe: Recipe) throws -> [String: ColorCubeTable] {
    var cubes: [String: ColorCubeTable] = [:]
    for file in recipe.cubeFiles {
      let text = String(decoding: try PlainFile.readRegular(path(file), atMost: Self.longestCube), as: UTF8.self)
      do {
        cubes[file] = try ColorCubeTable(cubeFile: text)
      } catch {
        throw PhotoFileError.unreadable(file: file, reason: "\(error)")
      }
    }
    return cubes
  }
}
