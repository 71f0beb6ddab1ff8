import MatteKit

/// A file that an argument names, or standard input for `-`.
struct InputFile {
  private let argument: String

  init(_ argument: String) { self.argument = argument }

  var isStandardInput: Bool { argument == "-" }

  /// What messages call it.
  var name: String { isStandardInput ? "standard input" : argument }

  /// Nil for standard input.
  var place: SystemPath? { isStandardInput ? nil : CommandLinePath.path(argument) }

  /// The name of what is made of it, without an extension.
  var stem: String {
    isStandardInput ? "stdin" : String(decoding: CommandLinePath.path(argument).stem, as: UTF8.self)
  }

  /// The bytes of a photo's file.
  ///
  /// - Throws: as ``Photo/init(contentsOf:options:)`` of a file that cannot be read or is of no known format.
  func photoBytes() throws(PhotoFileError) -> [UInt8] {
    if isStandardInput { return try PhotoBytes.read(0, file: name) }
    return try PhotoBytes.read(CommandLinePath.path(argument))
  }

  func photo(options: ReadingOptions = .default) throws(PhotoFileError) -> Photo {
    try Photo(data: try photoBytes(), name: name, options: options)
  }
}
