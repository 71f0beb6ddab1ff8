extension EffectParameter {
  /// The documentation comment of the property that holds the setting: meaning, unit, range and default. A test writes
  /// it into the effects' files, so that it cannot contradict their declarations.
  package var documentation: String {
    var traits: [String] = []
    if case .number(let parameter) = self {
      if !parameter.unit.isEmpty { traits.append("in \(parameter.unit)") }
      traits.append("from \(parameter.range.lowerBound.plain) to \(parameter.range.upperBound.plain)")
    }
    if let defaultText { traits.append("default \(defaultText)") }
    guard !traits.isEmpty else { return summary }
    let sentence = traits.joined(separator: ", ")
    return "\(summary) \(sentence.prefix(1).uppercased() + sentence.dropFirst())."
  }

  /// The name of the Swift property that holds the setting: `onlyFaces` for `only-face`, `shiftX` for `shift-x`.
  package var propertyName: String {
    if case .faces = self { return "onlyFaces" }
    let words = name.split(separator: "-")
    return words.prefix(1).joined() + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
