import Batch
import MatteKit
import SystemPackage

/// The line of `batch --dry-run` for a file.
struct PlanLine: Encodable {
  /// `photo` or `movie`, as in reports.
  let media: String
  let input: String
  /// The path's bytes if it is not UTF-8, as in reports; nil if it is.
  let inputBase64: String?
  let output: String
  let outputBase64: String?
  let action: PlannedFile.Action
  let format: String

  init(_ file: PlannedFile) {
    media = file.format.isMovie ? "movie" : "photo"
    (input, inputBase64) = (file.input.shown, Self.base64(of: file.input))
    (output, outputBase64) = (file.output.shown, Self.base64(of: file.output))
    (action, format) = (file.action, file.format.name)
  }

  private static func base64(of path: FilePath) -> String? {
    path.isText ? nil : path.base64Encoded
  }
}
