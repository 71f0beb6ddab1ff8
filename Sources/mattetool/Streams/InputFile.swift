import Batch
import MatteKit
import SystemPackage

/// An input that an argument names: a file, or standard input for `-`.
struct InputFile {
  private let argument: String
  /// What has been read of standard input already.
  private let start: [UInt8]

  init(_ argument: String, startingWith start: [UInt8] = []) {
    self.argument = argument
    self.start = start
  }

  var isStandardInput: Bool { argument == "-" }

  /// The name in messages.
  var name: String { isStandardInput ? "standard input" : argument }

  /// Nil for standard input.
  var place: FilePath? { isStandardInput ? nil : CommandLinePath.path(argument) }

  /// The name without extension, for outputs.
  var stem: String {
    isStandardInput ? "stdin" : CommandLinePath.path(argument).stem ?? ""
  }

  /// The bytes of a photo's file.
  ///
  /// - Throws: as ``Photo/init(contentsOf:options:)`` of a file that cannot be read or is of no known format.
  func photoBytes() throws(PhotoFileError) -> [UInt8] {
    if isStandardInput { return try PhotoBytes.read(.standardInput, name: name, startingWith: start) }
    return try PhotoBytes.read(CommandLinePath.path(argument))
  }

  /// The bytes of a file of any kind, such as a list or a recipe.
  ///
  /// - Throws: `unreadable`, also if the file is longer than `limit` bytes.
  func bytes(atMost limit: Int = .max - 1) throws(PhotoFileError) -> [UInt8] {
    // Reading one byte more than allowed detects a file that is too long.
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
