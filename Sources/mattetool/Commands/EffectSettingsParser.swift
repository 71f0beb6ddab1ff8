import ArgumentParser
import FoundationEssentials
import MatteKit

/// Reads `key=value` as the effect's parameter wants it.
struct EffectSettingsParser {
  let effect: any Effect.Type

  func settings(from arguments: [String]) throws -> EffectSettings {
    var values: [String: EffectValue] = [:]
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw ValidationError("--set takes key=value, not '\(argument)'")
      }
      guard let parameter = effect.parameters.first(where: { $0.name == parts[0] }) else {
        throw EffectError.unknownSetting(parts[0], effect: effect.name, known: effect.parameters.map(\.name))
      }
      values[parts[0]] = try value(parts[1], of: parameter)
    }
    return try EffectSettings(values, for: effect)
  }

  private func value(_ text: String, of parameter: EffectParameter) throws -> EffectValue {
    switch parameter {
    case .number:
      if let number = Double(text), number.isFinite { return .number(number) }
    case .color:
      if let color = Color(css: text) { return .color(color) }
    case .picture:
      let photo = try Photo(contentsOf: URL(filePath: text), options: ReadingOptions(auxiliaryImages: .none))
      return .picture(.init(image: photo.image.oriented(photo.orientation), size: photo.uprightSize))
    }
    throw EffectError.wrongType(parameter.name, effect: effect.name, expected: parameter.typeDescription)
  }
}
