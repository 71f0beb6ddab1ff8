import FilterGraph
import Imaging

/// A named look: a recipe over the filter graph, the mattes and the faces of one photo.
///
/// An effect is a value; it may be used from any thread. To make one of your own see <doc:WriteAnEffect>.
public protocol Effect: Sendable {
  /// The word that the effect is known by, as in `hair-color`.
  static var name: String { get }
  /// What it does, in one line.
  static var summary: String { get }
  /// What can be set, each with its range and default, in the order in which they are listed.
  static var parameters: [EffectParameter] { get }
  /// The mattes that it works through.
  static var mattes: Set<MatteKind> { get }
  /// What has to be there for it to do anything.
  static var requirement: EffectRequirement { get }
  /// Whether it looks at faces. Where no effect does, none are searched for in the frames of a stream. Without more, all
  /// do but those on the portrait matte alone.
  static var usesFaces: Bool { get }
  /// Whether it promises something about every face, as hiding does: in a stream faces are then searched for in the frames
  /// before and after those that show them, too.
  static var mustNotMissFaces: Bool { get }

  /// Whether what it covers is to be seen nowhere else in the file either: thumbnails, previews, gain maps, depth and
  /// movies that show the picture as it was go from a photo that it changes.
  static var hidesOriginal: Bool { get }

  /// The effect with the given settings, and defaults for all others.
  init(settings: EffectSettings)

  /// 0 leaves the picture as it is, 1 is the whole effect.
  var strength: Double { get }

  /// Which of the faces are meant, of an effect on faces.
  var onlyFaces: FaceSelection { get }

  /// Whether the result is opaque wherever the picture is. One that is not is written with transparency where the format
  /// has it.
  var isOpaque: Bool { get }

  /// The recipe, in the frame and of the extent of the subject's own picture. Asked for only where the strength is not 0
  /// and what the effect requires is there; ``Effect/image(of:)`` is what to call.
  func recipe(for subject: EffectSubject) -> Image
}

extension Effect {
  public static var requirement: EffectRequirement { .anyMatte }
  public static var mustNotMissFaces: Bool { false }
  public static var hidesOriginal: Bool { false }
  public static var usesFaces: Bool { requirement == .faces || mattes != [.portrait] }
  public var onlyFaces: FaceSelection { .all }
  public var isOpaque: Bool { true }

  /// The picture with the effect, in the frame and of the extent of the subject's own. With strength 0, or where nothing
  /// is there to work on, it is the picture itself.
  public func image(of subject: EffectSubject) -> Image {
    guard strength > 0, isApplicable(to: subject) else { return subject.image }
    return recipe(for: subject).cropped(to: PixelRect(subject.size))
  }

  /// Whether what the effect requires was found in the picture.
  public func isApplicable(to subject: EffectSubject) -> Bool {
    switch Self.requirement {
    case .anyMatte: Self.mattes.contains { subject.mattes[$0] != nil }
    case .faces: subject.faces.indices.contains { onlyFaces.contains(subject.number(of: $0)) }
    case .codes: !subject.codes.isEmpty
    }
  }

  /// The parameter of a name.
  ///
  /// - Throws: ``EffectError/unknownSetting(_:effect:nearest:known:)``.
  public static func parameter(named name: String) throws(EffectError) -> EffectParameter {
    if let parameter = parameters.first(where: { $0.name == name }) { return parameter }
    let known = parameters.map(\.name)
    throw .unknownSetting(name, effect: Self.name, nearest: name.nearest(in: known), known: known)
  }
}
