import ArgumentParser
import MatteKit

/// Where `embed` and `strip` write: to another file of the same kind, or over the one that they read.
struct SurgeryOutput: ParsableArguments {
  @Option(
    name: .shortAndLong, help: "The file to write, of the same kind as the one that is read; - is standard output.")
  var output: String?
  @Flag(help: "Replace the file that is read, once the new one is whole.") var inPlace = false
  @Flag(help: "Replace the output if it is there already.") var overwrite = false

  func validate() throws {
    guard (output == nil) == inPlace else {
      throw ValidationError("give either --output FILE or --in-place")
    }
  }

  var isStandardOutput: Bool { output == "-" }

  /// The file to write for an input; an existing one is found before any work is done.
  func target(for input: InputFile) throws -> OutputTarget {
    guard let target = output.map(OutputTarget.init) ?? input.place.map(OutputTarget.file) else {
      throw ValidationError("standard input cannot be replaced: give --output instead of --in-place")
    }
    try target.check(overwriting: inPlace || overwrite)
    return target
  }

  func write(_ photo: EncodedPhoto, to target: OutputTarget) throws {
    if let named = target.namedFormat, named != photo.format {
      throw ValidationError("\(target.name): the file stays \(photo.format.rawValue), and its name says otherwise")
    }
    try target.write(try photo.data(), overwriting: inPlace || overwrite)
  }
}
