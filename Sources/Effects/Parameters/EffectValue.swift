import FilterGraph
import Imaging

/// The value of one setting.
public enum EffectValue: Sendable {
  /// A number.
  case number(Double)
  /// A colour.
  case color(Color)
  /// A picture.
  case picture(Picture)
  /// One of the words of a choice.
  case choice(String)
  /// Which faces are meant.
  case faces(FaceSelection)

  /// A picture that is given to an effect: upright, of finite extent from (0, 0).
  public struct Picture: Sendable {
    /// The picture, upright.
    public var image: Image
    /// The size of the picture, in pixels.
    public var size: PixelSize
    /// The file that it was read from, as named; nil for a generated one.
    public var source: String?
    /// Whether ``source`` is a movie that advances with the stream that the effect is applied to: ``image`` is then its
    /// picture at one time.
    public var isMovie: Bool

    /// A picture with its size.
    public init(image: Image, size: PixelSize, source: String? = nil, isMovie: Bool = false) {
      self.image = image
      self.size = size
      self.source = source
      self.isMovie = isMovie
    }
  }

  /// The value as text, such as `0.5`, `#dde3ea`, `tile` or the file of a picture; nil for a picture without a file.
  public var text: String? {
    switch self {
    case .number(let number): number.plain
    case .color(let color): color.description
    case .picture(let picture): picture.source
    case .choice(let choice): choice
    case .faces(let faces): faces.description
    }
  }
}

extension EffectValue: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
}

/// Reads a picture that a setting names: upright, with its size.
public typealias EffectPictureReader = (_ file: String) throws -> EffectValue.Picture

extension EffectParameter {
  /// A value for this parameter from its text; nil for an invalid one.
  ///
  /// - Throws: the errors of `picture`.
  func value(from text: String, picture: EffectPictureReader) throws -> EffectValue? {
    switch self {
    case .number: Double(text).flatMap { $0.isFinite ? .number($0) : nil }
    case .color: Color(css: text).map { .color($0) }
    case .picture: text.isEmpty ? nil : .picture(try picture(text))
    case .choice(let parameter): parameter.choices.contains(text) ? .choice(text) : nil
    case .faces: FaceSelection(text).map { .faces($0) }
    }
  }
}
