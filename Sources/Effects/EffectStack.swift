import FilterGraph
import Imaging

/// Several effects, one after the other, on what was found in the original.
public struct EffectStack: Sendable {
  /// The effects, the first applied first.
  public var effects: [any Effect]

  /// Effects that are applied one after the other.
  public init(_ effects: [any Effect]) { self.effects = effects }

  /// `smooth-skin+hair-color`.
  public var name: String { effects.map { type(of: $0).name }.joined(separator: "+") }

  /// All mattes that any of the effects works through.
  public var mattes: Set<MatteKind> { effects.reduce(into: []) { $0.formUnion(type(of: $1).mattes) } }

  /// How many faces must be found for it: in a crowd every one for effects on faces, as one that is missed is not hidden.
  public var maximumFaces: Int { effects.contains { type(of: $0).requirement == .faces } ? 1000 : 0 }

  /// Whether any of the effects looks at faces.
  public var usesFaces: Bool { effects.contains { type(of: $0).usesFaces } }

  /// Whether any of the effects needs codes. Where none does, none are searched for.
  public var usesCodes: Bool { effects.contains { type(of: $0).requirement == .codes && $0.strength > 0 } }

  /// Whether any of the effects needs people: faces, or mattes of them. Where none does, nobody is searched for.
  public var needsPeople: Bool { effects.isEmpty || effects.contains { type(of: $0).requirement != .codes } }

  /// The numbers of the faces that effects are limited to; empty where none is.
  package var selectedFaces: Set<Int> {
    effects.reduce(into: []) { all, effect in
      if case .only(let numbers) = effect.onlyFaces { all.formUnion(numbers) }
    }
  }

  /// Whether any of the effects promises something about every face.
  public var mustNotMissFaces: Bool { effects.contains { type(of: $0).mustNotMissFaces } }

  /// Whether any of the effects hides what it covers in all of the file: see ``Effect/hidesOriginal``.
  public var hidesOriginal: Bool { effects.contains { type(of: $0).hidesOriginal && $0.strength > 0 } }

  /// Whether any of the effects draws on faces, and not through mattes alone.
  public var drawsOnFaces: Bool { effects.contains { type(of: $0).requirement == .faces } }

  /// Whether the result is opaque wherever the picture is.
  public var isOpaque: Bool { effects.allSatisfy { $0.isOpaque || $0.strength == 0 } }

  /// The names of the effects for which the picture has nothing that they need, in order; not of those of strength 0.
  public func inapplicable(to subject: EffectSubject) -> [String] {
    effects.filter { $0.strength > 0 && !$0.isApplicable(to: subject) }.map { type(of: $0).name }
  }

  /// The picture with all effects, in the frame and of the extent of the subject's own.
  public func image(of subject: EffectSubject) -> Image {
    effects.reduce(subject) { $0.applying($1) }.image
  }
}
