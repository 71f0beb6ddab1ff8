import ArgumentParser
import Batch

/// An input of a recipe on the command line: `name=file`, or a file alone, whose name is `photo`.
struct RenderInput: ExpressibleByArgument {
  let name: String
  let path: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    // A file whose own name contains "=" needs a name before it.
    let isNamed = parts.count == 2 && parts[0].allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    name = isNamed ? String(parts[0]) : "photo"
    path = isNamed ? String(parts[1]) : argument
    if path.isEmpty || name.isEmpty { return nil }
  }

  func file(_ remote: RemoteFiles?) -> InputFile { InputFile(path, remote: remote) }
}
