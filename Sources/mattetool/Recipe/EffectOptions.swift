import ArgumentParser
import MatteKit

/// The settings of an effect, for all commands that apply one.
struct EffectOptions: ParsableArguments {
  @Option(
    name: .customLong("set"), parsing: .singleValue,
    help: ArgumentHelp("A setting of the effect; may be given more than once.", valueName: "key=value"))
  var settings: [String] = []

  /// The effect that an argument names, with these settings.
  func effect(_ argument: String) throws -> any Effect {
    let type = try EffectRegistry.effect(named: argument)
    return try type.init(settings: EffectSettingsParser(effect: type).settings(from: settings))
  }
}
