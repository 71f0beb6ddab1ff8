import ArgumentParser
import FoundationEssentials
import MatteKit

/// Where `embed` and `strip` write: to another file of the same kind, or over the one that they read.
struct SurgeryOutput: ParsableArguments {
  @Option(name: .shortAndLong, help: "The file to write, of the same kind as the one that is read.") var output: String?
  @Flag(help: "Replace the file that is read, once the new one is whole.") var inPlace = false
  @Flag(help: "Replace the output if it is there already.") var overwrite = false

  func validate() throws {
    guard (output == nil) == inPlace else {
      throw ValidationError("give either --output FILE or --in-place")
    }
  }

  /// The file to write for an input; an existing one is found before any work is done.
  func target(for input: String) throws(PhotoFileError) -> URL {
    let target = URL(filePath: output ?? input)
    if !inPlace, !overwrite, FileManager.default.fileExists(atPath: target.path) {
      throw .outputExists(file: target.path)
    }
    return target
  }

  func write(_ photo: EncodedPhoto, to target: URL) throws {
    if let named = PhotoFormat(pathExtension: target.pathExtension), named != photo.format {
      throw ValidationError(
        "\(target.path): the file stays \(photo.format.rawValue), so its name cannot end in .\(target.pathExtension)")
    }
    try photo.write(to: target, overwriting: inPlace || overwrite)
  }
}
