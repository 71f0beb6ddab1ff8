import ArgumentParser
import MatteKit

extension CompletionKind {
  /// The names of effects.
  static var effect: CompletionKind { .list(EffectRegistry.all.map { $0.name }) }
}
