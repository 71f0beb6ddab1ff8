import ArgumentParser

/// Refuses options that would have no effect: a user who names them expects one.
enum NeedlessOptions {
  /// - Parameters:
  ///   - given: options, and whether the command line has them.
  ///   - input: the input's name in messages.
  ///   - kind: what the input is, such as "a movie".
  ///   - right: what the options are for, such as "photos".
  /// - Throws: `ValidationError` that names those that were given.
  static func refuse(
    _ given: [(name: String, isGiven: Bool)], for input: String, which kind: String, insteadOf right: String
  ) throws {
    let names = given.filter(\.isGiven).map(\.name)
    guard let last = names.last else { return }
    let list = names.count == 1 ? "\(last) is" : "\(names.dropLast().joined(separator: ", ")) and \(last) are"
    throw ValidationError(
      "\(input): it is \(kind), and \(list) for \(right); leave \(names.count == 1 ? "it" : "them") out")
  }
}
