import FilterGraph
import Imaging

/// Several effects, one after the other, on the faces, mattes and codes of the original.
public struct EffectStack: Sendable {
  /// The effects, the first applied first.
  public var effects: [any Effect]

  /// Effects that are applied one after the other.
  public init(_ effects: [any Effect]) { self.effects = effects }

  /// `smooth-skin+hair-color`.
  public var name: String { effects.map { type(of: $0).name }.joined(separator: "+") }

  /// All mattes that any of the effects uses.
  public var mattes: Set<MatteKind> { effects.reduce(into: []) { $0.formUnion(type(of: $1).mattes) } }

  /// The number of faces that must be detected for it: all for effects on faces, because a missed face is not hidden.
  public var maximumFaces: Int { effects.contains { type(of: $0).requirement == .faces } ? 1000 : 0 }

  /// Whether any of the effects uses faces.
  public var usesFaces: Bool { effects.contains { type(of: $0).usesFaces } }

  /// Whether any of the effects needs codes. If none does, none are searched for.
  public var usesCodes: Bool { effects.contains { type(of: $0).requirement == .codes && $0.strength > 0 } }

  /// Whether any of the effects needs people: faces, or mattes of them. If none does, people are not searched for.
  public var needsPeople: Bool { effects.isEmpty || effects.contains { type(of: $0).requirement != .codes } }

  /// The numbers of the faces that effects are limited to; empty for no limit.
  package var selectedFaces: Set<Int> {
    effects.reduce(into: []) { all, effect in
      if case .only(let numbers) = effect.onlyFaces { all.formUnion(numbers) }
    }
  }

  /// Whether any of the effects must cover every face.
  public var requiresAllFaces: Bool { effects.contains { type(of: $0).requiresAllFaces } }

  /// Whether any of the effects hides its area in the whole file: see ``Effect/hidesOriginal``.
  public var hidesOriginal: Bool { effects.contains { type(of: $0).hidesOriginal && $0.strength > 0 } }

  /// Whether the result is opaque wherever the picture is.
  public var isOpaque: Bool { effects.allSatisfy { $0.isOpaque || $0.strength == 0 } }

  /// The names of the effects whose requirements were not found in the picture, in order; without those of strength 0.
  public func inapplicable(to subject: EffectSubject) -> [String] {
    effects.filter { $0.strength > 0 && !$0.isApplicable(to: subject) }.map { type(of: $0).name }
  }

  /// The picture with all effects, in the frame and of the extent of the subject's own.
  public func image(of subject: EffectSubject) -> Image {
    effects.reduce(subject) { $0.applying($1) }.image
  }
}
