import FilterGraph
import Imaging

/// An effect that hides something, and makes mattes that do not show it either.
package protocol MatteHiding: Effect {
  /// The kinds of mattes that may stay, once it was hidden in them.
  static var hideableMattes: Set<MatteKind> { get }

  /// A matte that does not show what is hidden, of the matte's size.
  ///
  /// - Parameters:
  ///   - matte: in the stored frame, of any size.
  ///   - subject: the picture with what is hidden in it.
  func hidden(_ matte: Matte, in subject: EffectSubject) -> Image
}

extension EffectStack {
  /// The kinds of mattes that may stay in a file whose picture the effects changed: where they hide a face, none that shows
  /// more of it than outlines.
  package var hideableMattes: Set<MatteKind> {
    effects.filter { type(of: $0).hidesOriginal && $0.strength > 0 }.reduce(into: Set(MatteKind.allCases)) {
      kinds, effect in
      // Of a caller's own effect nothing is known but that it hides.
      kinds.formIntersection((type(of: effect) as? any MatteHiding.Type)?.hideableMattes ?? MatteKind.outlines)
    }
  }

  /// Whether mattes that a file carries may stay: a face is not trusted to a matte that may have been made of another
  /// picture.
  package var keepsCarriedMattes: Bool { hideableMattes == Set(MatteKind.allCases) }
}
