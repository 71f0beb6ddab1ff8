/// A filter's reference page as text for a terminal.
package struct FilterPage: Sendable {
  private let filter: FilterDescription

  /// The page of a filter.
  package init(_ filter: FilterDescription) { self.filter = filter }

  /// One line: names and description.
  package var line: String {
    "\(filter.name)\(filter.coreImageName.map { " (\($0))" } ?? ""): \(filter.summary)"
  }

  /// The names, the definition, every parameter, and a recipe's step as an example.
  package var text: String {
    var traits = ["\(filter.category.title)."]
    if filter.isGenerator { traits.append("Makes a picture and ignores the one it is applied to.") }
    if filter.hasIdentityDefault { traits.append("With its defaults it changes nothing.") }
    traits.append(
      filter.isHighDynamicRange ? "Light beyond 0...1 is processed too." : "Light may be clamped to 0...1.")
    var lines = [line, traits.joined(separator: " "), "", filter.law, filter.sourceSentence]
    for parameter in filter.parameters { lines += ["", "  \(FilterPage.head(parameter))", "      \(parameter.help)"] }
    if let step = exampleStep { lines += ["", "In a recipe:", "  \(step)"] }
    return lines.joined(separator: "\n")
  }

  private static func head(_ parameter: FilterParameter) -> String {
    let count = parameter.count.map { " of \($0)" } ?? ""
    let unit = parameter.unit == .scalar ? "" : ", \(parameter.unit.rawValue)"
    let range = parameter.rangeText.map { ", \($0)" } ?? ""
    let value = parameter.isRequired ? "required" : "default \(parameter.defaultText)"
    let name = parameter.coreImageKey == parameter.key ? "" : " (\(parameter.coreImageKey))"
    return "\(parameter.key)\(name): \(parameter.type.rawValue)\(count)\(range)\(unit), \(value)"
  }

  /// A step for a recipe whose photo is called `photo`; nil for filters that need tables.
  var exampleStep: String? {
    var members: [String] = []
    for parameter in filter.parameters {
      switch (parameter.type, parameter.defaultValue) {
      case (.data, _) where parameter.isRequired: return nil
      case (.image, _) where parameter.isRequired: members.append("\"\(parameter.key)\": \"photo\"")
      case (.number, .number(let number)?): members.append("\"\(parameter.key)\": \(number.plain)")
      case (.boolean, .boolean(let flag)?): members.append("\"\(parameter.key)\": \(flag)")
      case (_, _) where parameter.isRequired: return nil
      default: break
      }
    }
    let values = members.isEmpty ? "" : ", \"parameters\": {\(members.joined(separator: ", "))}"
    return "{\"filter\": \"\(filter.name)\"\(values)}"
  }
}
