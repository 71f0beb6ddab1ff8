import FilterGraph
import Imaging

/// A named effect: a recipe over the filter graph, the mattes and the faces of one photo.
///
/// An effect is a value; it may be used from any thread. To make one of your own see <doc:WriteAnEffect>.
public protocol Effect: Sendable {
  /// The name of the effect, such as `hair-color`.
  static var name: String { get }
  /// Its description, in one line.
  static var summary: String { get }
  /// Its settings, each with its range and default, in the order in which they are listed.
  static var parameters: [EffectParameter] { get }
  /// The mattes that it works through.
  static var mattes: Set<MatteKind> { get }
  /// The faces, mattes or codes that it needs.
  static var requirement: EffectRequirement { get }
  /// Whether it uses faces. If no effect does, none are searched for in the frames of a stream. By default all do but
  /// those that need only the portrait matte.
  static var usesFaces: Bool { get }
  /// Whether it must be applied to every face, as hiding must. In a stream each face is then also tracked into the
  /// frames before and after those in which it is detected.
  static var requiresAllFaces: Bool { get }

  /// Whether the part that it covers must not be visible elsewhere in the file either: thumbnails, previews, gain maps,
  /// depth and movies that show the original are removed from a photo that it changes.
  static var hidesOriginal: Bool { get }

  /// The effect with the given settings, and defaults for all others.
  init(settings: EffectSettings)

  /// 0 leaves the picture unchanged, 1 is the whole effect.
  var strength: Double { get }

  /// The faces to which an effect on faces applies.
  var onlyFaces: FaceSelection { get }

  /// Whether the result is opaque wherever the picture is. A transparent result is written with transparency if the
  /// format supports it.
  var isOpaque: Bool { get }

  /// The recipe, in the frame and of the extent of the subject's own picture. Called only if the strength is not 0 and
  /// the requirements are met; call ``Effect/image(of:)`` instead.
  func recipe(for subject: EffectSubject) -> Image
}

extension Effect {
  public static var requirement: EffectRequirement { .anyMatte }
  public static var requiresAllFaces: Bool { false }
  public static var hidesOriginal: Bool { false }
  public static var usesFaces: Bool { requirement == .faces || mattes != [.portrait] }
  public var onlyFaces: FaceSelection { .all }
  public var isOpaque: Bool { true }

  /// The picture with the effect, in the frame and of the extent of the subject's own. With strength 0, or if nothing
  /// was found to work on, it is the picture itself.
  public func image(of subject: EffectSubject) -> Image {
    guard strength > 0, isApplicable(to: subject) else { return subject.image }
    return recipe(for: subject).cropped(to: PixelRect(subject.size))
  }

  /// Whether the effect's requirements were found in the picture.
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
