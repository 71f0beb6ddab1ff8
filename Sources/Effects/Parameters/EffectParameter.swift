import FilterGraph

/// One setting of an effect: its name, its range, and its default.
public enum EffectParameter: Sendable {
  /// A number in a range.
  case number(NumberParameter)
  /// A colour.
  case color(ColorParameter)
  /// Another picture.
  case picture(PictureParameter)
  /// One of several words.
  case choice(AnyChoiceParameter)
  /// Which faces are meant.
  case faces(FacesParameter)

  /// The name of the setting, as in `--set name=value`.
  public var name: String {
    switch self {
    case .number(let parameter): parameter.name
    case .color(let parameter): parameter.name
    case .picture(let parameter): parameter.name
    case .choice(let parameter): parameter.name
    case .faces(let parameter): parameter.name
    }
  }

  /// The setting's description, in one line.
  public var summary: String {
    switch self {
    case .number(let parameter): parameter.summary
    case .color(let parameter): parameter.summary
    case .picture(let parameter): parameter.summary
    case .choice(let parameter): parameter.summary
    case .faces(let parameter): parameter.summary
    }
  }

  /// The kind of value in one word: `number`, `color`, `file`, `choice`, `faces`.
  public var typeName: String {
    switch self {
    case .number: "number"
    case .color: "color"
    case .picture: "file"
    case .choice: "choice"
    case .faces: "faces"
    }
  }

  /// The required value, for people: `a number from 0 to 1`.
  public var typeDescription: String {
    switch self {
    case .number(let parameter):
      "a number from \(parameter.range.lowerBound.plain) to \(parameter.range.upperBound.plain)"
        + (parameter.unit.isEmpty ? "" : " (\(parameter.unit))")
    case .color: "a colour such as #aa3355 or tomato"
    case .picture: "a photo's file of any format that is read"
    case .choice(let parameter): "one of \(parameter.choices.joined(separator: ", "))"
    case .faces: "all, or numbers of faces such as 0,2"
    }
  }

  /// The default, as it is written; nil for a picture.
  public var defaultText: String? {
    switch self {
    case .number(let parameter): parameter.defaultValue.plain
    case .color(let parameter): parameter.defaultValue.description
    case .picture: nil
    case .choice(let parameter): parameter.defaultValue
    case .faces: "all"
    }
  }
}

extension Double {
  /// Without a fraction where there is none.
  var plain: String { self == rounded() && abs(self) < 1e15 ? String(Int(self)) : String(self) }
}
