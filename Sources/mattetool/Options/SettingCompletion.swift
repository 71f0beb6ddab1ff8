import ArgumentParser
import MatteKit

extension CompletionKind {
  /// The settings of the effects named so far on the command line: `strength=`, and for a choice each word,
  /// `method=fill`.
  static var setting: CompletionKind {
    .custom { words, _, _ in SettingCompletion.candidates(for: words) }
  }
}

/// The completions of `--set`.
enum SettingCompletion {
  /// - Parameter words: the words of the command line, of which the first names the effects.
  static func candidates(for words: [String]) -> [String] {
    for word in words {
      let names = word.split(separator: "+").map(String.init)
      let effects = names.compactMap { name in EffectRegistry.all.first { $0.name == name } }
      guard !effects.isEmpty, effects.count == names.count else { continue }
      return effects.flatMap { effect in
        // With several effects, the name of a setting begins with its effect.
        let prefix = effects.count > 1 ? effect.name + "." : ""
        return effect.parameters.flatMap { parameter in candidates(for: parameter).map { prefix + $0 } }
      }
    }
    return []
  }

  private static func candidates(for parameter: EffectParameter) -> [String] {
    guard case .choice(let choice) = parameter else { return [parameter.name + "="] }
    return choice.choices.map { "\(parameter.name)=\($0)" }
  }
}
