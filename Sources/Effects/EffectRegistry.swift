import FilterGraph

/// All effects there are, by name.
public enum EffectRegistry {
  /// Every effect, by name.
  public static let all: [any Effect.Type] = [
    ClownMakeup.self, SmoothSkin.self, EvenTone.self, Blush.self, Lipstick.self, EyesAndMouth.self, WhitenTeeth.self,
    HairColor.self, HairLight.self, ReplaceBackground.self, BlurBackground.self, MonoBackground.self, StageLight.self,
    Sticker.self, HideFaces.self, HideCodes.self,
  ]

  /// - Throws: ``EffectError/unknownEffect(_:nearest:known:)``, with a list of all effects.
  public static func effect(named name: String) throws(EffectError) -> any Effect.Type {
    if let effect = all.first(where: { $0.name == name }) { return effect }
    let known = all.map { $0.name }
    throw .unknownEffect(name, nearest: name.nearest(in: known), known: known)
  }
}
