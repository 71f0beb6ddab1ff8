import ArgumentParser
import MatteKit

/// Where `embed` and `strip` write: to another file of the same format, or in place of their input.
struct EditingOutput: ParsableArguments {
  @Option(
    name: .shortAndLong, help: "The file to write, in the format of the input; - for standard output.")
  var output: String?
  @Flag(help: "Replace the input, once the new file is complete.") var inPlace = false
  @Flag(help: "Replace the output if it exists.") var overwrite = false

  func validate() throws {
    guard (output == nil) == inPlace else {
      throw ValidationError("give either --output FILE or --in-place")
    }
  }

  var isStandardOutput: Bool { output == "-" }

  /// The file to write for an input.
  ///
  /// - Throws: before any work is done, if it exists and may not be replaced.
  func target(for input: InputFile) throws -> OutputTarget {
    guard let target = output.map(OutputTarget.init) ?? input.place.map(OutputTarget.file) else {
      throw ValidationError("--in-place cannot replace standard input; give --output")
    }
    try target.check(overwriting: inPlace || overwrite)
    return target
  }

  func write(_ photo: EncodedPhoto, to target: OutputTarget) throws {
    if let named = target.namedFormat, named != photo.format {
      throw ValidationError(
        "\(target.name): the file stays \(photo.format.rawValue), but its name stands for another format")
    }
    try target.write(try photo.data(), overwriting: inPlace || overwrite)
  }
}
