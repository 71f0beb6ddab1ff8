import FilterGraph
import Imaging

/// A named look: a recipe over the filter graph, the mattes and the faces of one photo.
///
/// An effect is a value; it may be used from any thread.
public protocol Effect: Sendable {
  /// The word that the effect is known by, as in `hair-color`.
  static var name: String { get }
  /// What it does, in one line.
  static var summary: String { get }
  /// What can be set, each with its range and default, in the order in which they are listed.
  static var parameters: [EffectParameter] { get }
  /// The mattes that it works through. Where all of them are missing the picture stays as it is.
  static var mattes: Set<MatteKind> { get }

  /// The effect with the given settings, and defaults for all others.
  init(settings: EffectSettings)

  /// The picture with the effect, in the frame and of the extent of the subject's own.
  func image(of subject: EffectSubject) -> Image
}
