import Batch
import MatteKit
import SystemPackage

/// A file that an argument names, or standard input for `-`.
struct InputFile {
  private let argument: String

  init(_ argument: String) { self.argument = argument }

  var isStandardInput: Bool { argument == "-" }

  /// What messages call it.
  var name: String { isStandardInput ? "standard input" : argument }

  /// Nil for standard input.
  var place: FilePath? { isStandardInput ? nil : CommandLinePath.path(argument) }

  /// The name of what is made of it, without an extension.
  var stem: String {
    isStandardInput ? "stdin" : CommandLinePath.path(argument).stem ?? ""
  }

  /// The bytes of a photo's file.
  ///
  /// - Throws: as ``Photo/init(contentsOf:options:)`` of a file that cannot be read or is of no known format.
  func photoBytes() throws(PhotoFileError) -> [UInt8] {
    if isStandardInput { return try PhotoBytes.read(.standardInput, name: name) }
    return try PhotoBytes.read(CommandLinePath.path(argument))
  }

  /// The bytes of a file that need be no photo: a list, a recipe.
  ///
  /// - Throws: also where it is longer than `limit`.
  func bytes(atMost limit: Int = .max - 1) throws(PhotoFileError) -> [UInt8] {
    // One byte more than allowed tells a file that is too long.
    let bytes =
      isStandardInput
      ? try PlainFile.read(.standardInput, name: name, atMost: limit + 1)
      : try PlainFile.read(CommandLinePath.path(argument), atMost: limit + 1)
    guard bytes.count <= limit else { throw .unreadable(file: name, reason: "it is longer than \(limit) bytes") }
    return bytes
  }

  func photo(options: ReadingOptions = .default) throws(PhotoFileError) -> Photo {
    try Photo(data: try photoBytes(), name: name, options: options)
  }
}
