/// An argument without a character, as a shell makes it of a variable that is not set, or an option with nothing behind
/// its equals sign.
///
/// ArgumentParser takes the next argument for the value of such an option, and an empty name stands for the current
/// folder where it becomes a URL.
struct EmptyArgument: CustomStringConvertible {
  let description: String

  /// The first such argument; nil if there is none.
  init?(in arguments: [String]) {
    var areOptions = true
    for (index, argument) in arguments.enumerated() {
      if argument.isEmpty {
        let option = index > 0 && areOptions && arguments[index - 1].hasPrefix("-") ? arguments[index - 1] : nil
        description =
          option.map { "nothing stands behind '\($0)': the argument is empty" }
          ?? "argument \(index + 1) is empty; give a name or a value"
        return
      }
      if argument == "--" { areOptions = false }
      if areOptions, argument.hasPrefix("--"), argument.firstIndex(of: "=") == argument.indices.last {
        description = "'\(argument)' has no value"
        return
      }
    }
    return nil
  }
}
