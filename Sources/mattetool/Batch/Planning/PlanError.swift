import MatteKit

/// Why work on a list of photos cannot start. Nothing was written.
enum PlanError: Error, CustomStringConvertible {
  /// Several inputs would be written to one place.
  case clash([(output: SystemPath, inputs: [SystemPath])])
  /// Outputs would take the place of inputs.
  case replacesInput([(output: SystemPath, input: SystemPath)])
  /// Outputs are there already.
  case exists([SystemPath])
  /// Another run writes to the folder.
  case busy(journal: String)

  private static let shown = 10

  var description: String {
    switch self {
    case .clash(let clashes):
      "\(count(clashes.count, "output")) would be written by several inputs; give --name or --base, or other inputs:"
        + list(clashes) { "\($0.output): \($0.inputs.prefix(Self.shown).map(\.description).joined(separator: ", "))" }
    case .replacesInput(let pairs):
      "\(count(pairs.count, "output")) would replace an input; give another folder, or --name:"
        + list(pairs) { "\($0.output): \($0.input)" }
    case .exists(let outputs):
      "\(count(outputs.count, "output")) exist\(outputs.count == 1 ? "s" : "") already; give --existing skip, newer or "
        + "overwrite, or --resume to go on with an earlier run:" + list(outputs) { "\($0)" }
    case .busy(let journal): "\(journal): another run is at work with it; wait for it, or give another folder"
    }
  }

  private func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  private func list<Element>(_ elements: [Element], _ line: (Element) -> String) -> String {
    let lines = elements.prefix(Self.shown).map { "\n  " + line($0) }.joined()
    return elements.count > Self.shown ? lines + "\n  and \(elements.count - Self.shown) more" : lines
  }
}
