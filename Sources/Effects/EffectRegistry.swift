/// All effects there are, by name.
public enum EffectRegistry {
  public static let all: [any Effect.Type] = [
    ClownMakeup.self, HairColor.self, WhitenTeeth.self, ReplaceBackground.self, BlurBackground.self,
  ]

  /// - Throws: ``EffectError/unknownEffect(_:known:)``, which lists what there is.
  public static func effect(named name: String) throws(EffectError) -> any Effect.Type {
    guard let effect = all.first(where: { $0.name == name }) else {
      throw .unknownEffect(name, known: all.map { $0.name })
    }
    return effect
  }
}
