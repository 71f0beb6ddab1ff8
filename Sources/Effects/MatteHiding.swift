import FilterGraph
import Imaging

/// An effect that hides something, and produces mattes that do not show it either.
package protocol MatteHiding: Effect {
  /// The kinds of mattes that may be kept after it was hidden in them.
  static var hideableMattes: Set<MatteKind> { get }

  /// A matte that does not show the hidden area, of the matte's size.
  ///
  /// - Parameters:
  ///   - matte: in the stored frame, of any size.
  ///   - subject: the picture with the hidden area.
  func hidden(_ matte: Matte, in subject: EffectSubject) -> Image
}

extension EffectStack {
  /// The kinds of mattes that may be kept in a file whose picture the effects changed: if they hide a face, none that
  /// shows more than its outline.
  package var hideableMattes: Set<MatteKind> {
    effects.filter { type(of: $0).hidesOriginal && $0.strength > 0 }.reduce(into: Set(MatteKind.allCases)) {
      kinds, effect in
      // A caller's own effect is known only to hide something.
      kinds.formIntersection((type(of: effect) as? any MatteHiding.Type)?.hideableMattes ?? MatteKind.outlines)
    }
  }

  /// Whether mattes in a file may be kept: a face is not hidden through a matte that may have been made from another
  /// picture.
  package var keepsCarriedMattes: Bool { hideableMattes == Set(MatteKind.allCases) }
}
