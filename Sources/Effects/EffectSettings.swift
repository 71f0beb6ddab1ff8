import FilterGraph
import Imaging

/// The value of one setting.
public enum EffectValue: Sendable {
  case number(Double)
  case color(Color)
  case picture(Picture)

  /// A picture that is given to an effect: upright, of finite extent from (0, 0).
  public struct Picture: Sendable {
    public var image: Image
    public var size: PixelSize

    public init(image: Image, size: PixelSize) {
      self.image = image
      self.size = size
    }
  }
}

/// Settings that were checked against the parameters of one effect.
public struct EffectSettings: Sendable {
  private let values: [String: EffectValue]

  /// No setting: all defaults.
  public init() { values = [:] }

  /// - Throws: ``EffectError`` for a key that the effect does not have, a value of the wrong type or out of range.
  public init(_ values: [String: EffectValue], for effect: any Effect.Type) throws(EffectError) {
    for (key, value) in values {
      guard let parameter = effect.parameters.first(where: { $0.name == key }) else {
        throw .unknownSetting(key, effect: effect.name, known: effect.parameters.map(\.name))
      }
      switch (parameter, value) {
      case (.number(let number), .number(let given)):
        guard number.range.contains(given) else {
          throw .outOfRange(key, effect: effect.name, value: given, range: number.range)
        }
      case (.color, .color), (.picture, .picture): break
      default: throw .wrongType(key, effect: effect.name, expected: parameter.typeDescription)
      }
    }
    self.values = values
  }

  public subscript(parameter: NumberParameter) -> Double {
    if case .number(let value) = values[parameter.name] { return value }
    return parameter.defaultValue
  }

  public subscript(parameter: ColorParameter) -> Color {
    if case .color(let value) = values[parameter.name] { return value }
    return parameter.defaultValue
  }

  public subscript(parameter: PictureParameter) -> EffectValue.Picture? {
    if case .picture(let value) = values[parameter.name] { return value }
    return nil
  }
}

extension EffectParameter {
  /// What a value has to be, for people: `a number from 0 to 1`.
  public var typeDescription: String {
    switch self {
    case .number(let parameter):
      "a number from \(parameter.range.lowerBound.plain) to \(parameter.range.upperBound.plain)"
        + (parameter.unit.isEmpty ? "" : " (\(parameter.unit))")
    case .color: "a colour such as #aa3355 or tomato"
    case .picture: "a HEIC, AVIF, JPEG or PNG file"
    }
  }
}

extension Double {
  /// Without a fraction where there is none.
  var plain: String { self == rounded() && abs(self) < 1e15 ? String(Int(self)) : String(self) }
}
