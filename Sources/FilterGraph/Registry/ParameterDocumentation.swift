extension FilterParameter {
  /// The documentation comment of the property that holds the parameter: meaning, unit, range and default. A test
  /// writes it into the filters' files, so that it cannot contradict their declarations.
  package var documentation: String {
    var traits: [String] = []
    if unit != .scalar { traits.append("in \(unit.rawValue)") }
    if let count { traits.append("\(count) numbers") }
    if let rangeText { traits.append(rangeText) }
    if isRequired {
      traits.append("required")
    } else if let value = defaultValue?.plainText, (count ?? 0) <= 10 {
      traits.append("default \(value)")
    } else if let contextualDefault {
      traits.append("default: \(contextualDefault)")
    }
    guard !traits.isEmpty else { return help }
    let sentence = traits.joined(separator: ", ")
    return "\(help) \(sentence.prefix(1).uppercased() + sentence.dropFirst())."
  }
}
