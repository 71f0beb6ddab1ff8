import ArgumentParser

/// An input of a recipe as it is given on the command line: `photo=portrait.heic`, or a file alone, which is `photo`.
struct RenderInput: ExpressibleByArgument {
  let name: String
  let path: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    // A file whose own name holds a "=" is given with a name before it.
    let isNamed = parts.count == 2 && parts[0].allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    name = isNamed ? String(parts[0]) : "photo"
    path = isNamed ? String(parts[1]) : argument
    if path.isEmpty || name.isEmpty { return nil }
  }

  var file: InputFile { InputFile(path) }
}
