import FoundationEssentials
import MatteKit
import SystemPackage

/// An error for which work on photos and movies cannot start. Nothing was written.
public enum BatchError: LocalizedError, CustomStringConvertible {
  /// Several inputs would be written to one file.
  case clash([(output: FilePath, inputs: [FilePath])])
  /// Mattes as files beside outputs would take one place: the mattes of several inputs, or those of one and the output
  /// of another. For inputs that meet in several files the first is named.
  case matteClash([(output: FilePath, inputs: [FilePath])])
  /// Outputs would replace inputs, or files that the effects read: the first of them, and their number.
  case replacesInput([(output: FilePath, input: FilePath)], count: Int)
  /// The naming gives movies extensions that are not of a movie file: the first of them, and their number.
  case namesNoMovie([(output: FilePath, input: FilePath)], count: Int)
  /// The naming gives photos extensions of other formats than the one that is written: the first of them, and their
  /// number.
  case contradictsFormat([(output: FilePath, format: PhotoFormat)], count: Int)
  /// Outputs exist already, and ``ExistingPolicy/error`` forbids to replace or skip them: the first of them, their
  /// number, and whether a journal says that an earlier run with the same effect and options made some of them, which
  /// ``MediaBatch/Options/resumes`` would continue.
  case exists([FilePath], count: Int, canResume: Bool)
  /// Results would lie among the inputs, at this place in object storage, and be processed as inputs.
  case amongInputs(output: String)
  /// Another run writes to the folder.
  case busy(journal: FilePath)
  /// The memory limit is too small for even a small photo: the program and the networks of the effects take `required`
  /// bytes before the first one.
  case memoryTooSmall(required: Int)
  /// The networks cannot be loaded, or the folder for results or its journal cannot be written.
  case cannotStart(ProcessingError)

  private static let maximumShown = 10

  /// The text that Foundation shows as `localizedDescription`: ``description``.
  public var errorDescription: String? { description }

  public var description: String {
    switch self {
    case .clash(let clashes):
      "\(count(clashes.count, "output")) would be written by several inputs; change the naming or the base, or "
        + "the inputs:"
        + list(clashes, of: clashes.count, line)
    case .matteClash(let clashes):
      "\(count(clashes.count, "file")) would be written by several inputs, because mattes beside an output have its name "
        + "without extension; change the naming, such as to '{stem}-{ext}.{ext}', or the inputs:"
        + list(clashes, of: clashes.count, line)
    case .replacesInput(let pairs, let number):
      "\(count(number, "output")) would replace an input or a file that the effect reads; choose another folder, or "
        + "another naming:"
        + list(pairs, of: number) { "\($0.output.shown): \($0.input.shown)" }
    case .namesNoMovie(let pairs, let number):
      "\(count(number, "output")) of movies would have a name that does not end in \(MovieContainer.writtenExtensions); "
        + "end the naming in .{ext}:" + list(pairs, of: number) { "\($0.output.shown): \($0.input.shown)" }
    case .contradictsFormat(let pairs, let number):
      "\(count(number, "output")) would have the extension of another format than the one that is written; end the "
        + "naming in .{ext}, or choose the format that it names:"
        + list(pairs, of: number) { "\($0.output.shown): \($0.format.name)" }
    case .exists(let outputs, let number, let canResume):
      "\(count(number, "output")) exist\(number == 1 ? "s" : "") already\(Self.advice(canResume: canResume)):"
        + list(outputs, of: number) { $0.shown }
    case .amongInputs(let output):
      "\(output): results would lie among the inputs; choose another prefix for them, such as \(output)results/"
    case .busy(let journal): "\(journal.shown): another run uses this journal; wait for it, or choose another folder"
    case .memoryTooSmall(let required):
      "\(required >> 20) MiB of memory are taken before the first photo; allow \((required >> 20) + 256) MiB or more"
    case .cannotStart(let error): "\(error)"
    }
  }

  /// What to do about an output that exists already, to follow a statement.
  static func advice(canResume: Bool) -> String {
    let choices = "choose skip, newer or overwrite for existing outputs, or"
    return canResume
      ? "; \(choices) resume the earlier run"
      : ", and there is no record of a run with this effect and these options to resume; \(choices) another folder for "
        + "outputs"
  }

  private func line(_ clash: (output: FilePath, inputs: [FilePath])) -> String {
    "\(clash.output.shown): \(clash.inputs.prefix(Self.maximumShown).map(\.shown).joined(separator: ", "))"
  }

  private func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  private func list<Element>(_ elements: [Element], of count: Int, _ line: (Element) -> String) -> String {
    let lines = elements.prefix(Self.maximumShown).map { "\n  " + TerminalText.shown(line($0)) }.joined()
    let rest = count - min(elements.count, Self.maximumShown)
    return rest > 0 ? lines + "\n  and \(rest) more" : lines
  }
}
