import ArgumentParser
import Batch
import MatteKit

/// The output of `embed` and `strip`: another file of the same format, or the input itself.
struct EditingOutput: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write, in the format of the input; - for standard output.", valueName: "file|-"))
  var output: String?
  @Flag(help: "Replace the input, once the new file is complete.") var inPlace = false
  @Flag(help: "Replace the output if it exists, once the new file is complete.") var overwrite = false

  func validate() throws {
    guard (output == nil) == inPlace else {
      throw ValidationError("give either --output FILE or --in-place")
    }
  }

  var isStandardOutput: Bool { output == "-" }

  /// The file to write for an input.
  ///
  /// - Parameter sources: what is read beside the input.
  /// - Throws: before any work is done, if it exists and may not be replaced.
  func target(
    for input: InputFile, remote: RemoteFiles, besides sources: SourceFiles = SourceFiles(input: nil)
  ) throws -> OutputTarget {
    guard !inPlace || !input.isStandardInput else {
      throw ValidationError("--in-place cannot replace standard input; give --output")
    }
    let target = try OutputTarget(output ?? input.name, remote: remote)
    // A path loses a slash at its end.
    if case .file(let path) = target, output?.hasSuffix("/") == true || path.isFolder {
      throw PhotoFileError.unwritable(file: output ?? path.shown, reason: "it names a folder; name a file in it")
    }
    try target.check(overwriting: inPlace || overwrite)
    try target.checkFolder()
    if !inPlace, let place = target.place { try sources.check(place) }
    return target
  }

  func write(_ photo: EncodedPhoto, to target: OutputTarget) throws {
    try write(try photo.data(), as: photo.format, to: target)
  }

  /// - Parameter format: the format of the bytes, and of the input.
  func write(_ bytes: [UInt8], as format: PhotoFormat?, to target: OutputTarget) throws {
    if let named = target.namedFormat, let format, named != format {
      throw ValidationError(
        "\(target.name): the file stays \(format.rawValue), but its name stands for another format")
    }
    try target.write(bytes, overwriting: inPlace || overwrite)
  }
}
