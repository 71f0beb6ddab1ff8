import ArgumentParser
import MatteKit

/// The format of outputs: one for all, or each input's own.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
  case same, heic, avif, jpeg, png

  /// The format for all; nil for each input's own.
  var format: PhotoFormat? { PhotoFormat(rawValue: rawValue) }

  /// The format and the extension of the output of an input.
  ///
  /// A name says which format an input is taken for; only if it says nothing the file is looked into. What turns out to be
  /// no photo is found when it is read.
  func choice(for input: SystemPath) -> (format: PhotoFormat, ext: String) {
    if let format { return (format, Self.ext(of: format)) }
    if let named = PhotoFormat(pathExtension: input.pathExtension) { return (named, input.pathExtension) }
    let found = Self.signature(of: input) ?? .jpeg
    return (found, Self.ext(of: found))
  }

  private static func ext(of format: PhotoFormat) -> String { format == .jpeg ? "jpg" : format.rawValue }

  private static func signature(of input: SystemPath) -> PhotoFormat? {
    guard FileStatus(of: input)?.isRegular == true, let bytes = try? PlainFile.read(input, atMost: 256) else {
      return nil
    }
    return PhotoFormat(signature: bytes)
  }
}
