import SystemPackage

/// Why a photo has no result at its place.
package enum ResultFault: Error, CustomStringConvertible {
  /// The existing file was not made by this run; `canResume`: but by an earlier one that this run could resume.
  case exists(output: String, canResume: Bool)
  /// Another photo's result exists, or a matte beside it.
  case clash(input: String, output: String, other: String)
  /// The result would replace a photo that is processed, or a file that the effects read.
  case replacesInput(String)
  /// The result would lie where the run lists photos, and be processed as one.
  case amongInputs(String)
  /// An earlier run's unchanged result of another input exists.
  case ofAnotherInput(input: String, output: String)
  /// A result with other content exists, and the journal of an earlier version does not record its input.
  case ofUnknownInput(input: String, output: String)
  /// The object that was to be replaced has changed meanwhile.
  case changed(output: String)
  /// The place cannot be named.
  case unnamable(output: String)

  package var description: String {
    switch self {
    case .exists(let output, let canResume):
      "\(output): it exists already\(BatchError.advice(canResume: canResume))"
    case .clash(let input, let output, let other):
      "\(input): \(output) belongs to the result of \(other); change the naming, such as to '{stem}-{ext}.{ext}', "
        + "or the inputs"
    case .replacesInput(let input):
      "\(input): a result would replace it, and it is an input or read by the effect; choose another place for outputs, "
        + "or another naming"
    case .amongInputs(let output):
      "\(output): the result would lie among the inputs, and be taken for one; choose another place for outputs, or "
        + "another naming"
    case .ofAnotherInput(let input, let output):
      "\(input): \(output) is what an earlier run made of another input; choose another folder for outputs, or another "
        + "naming, or replace it"
    case .ofUnknownInput(let input, let output):
      "\(input): \(output) is what a run of an earlier version made of other content, and its journal does not tell "
        + "whether that was this input; remove it or replace it, or choose another folder for outputs"
    case .changed(let output):
      "\(output): it was changed while its photo was processed, and stays; try again"
    case .unnamable(let output): "\(output): the name is not UTF-8, as keys of objects are; rename the photo"
    }
  }
}
