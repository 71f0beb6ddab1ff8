import FoundationEssentials
import MatteKit

/// A code as `codes --json` writes it, normalized from the top left of the upright picture.
struct CodeReport: Encodable {
  let type: String
  let id: Int?
  let text: String?
  /// In base64.
  let bytes: String
  let corners: [[Double]]
  let bounds: NormalizedRect
  let errorCorrectionLevel: String?
  let symbologyIdentifier: String?
  let inverted, mirrored: Bool

  init(_ code: MachineReadableCode) {
    func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
    type = code.type.rawValue
    id = code.id
    text = code.stringValue
    bytes = Data(code.bytes).base64EncodedString()
    corners = code.corners.map { [rounded($0.x), rounded($0.y)] }
    bounds = code.bounds.rounded
    errorCorrectionLevel = code.errorCorrectionLevel
    symbologyIdentifier = code.symbologyIdentifier
    (inverted, mirrored) = (code.isInverted, code.isMirrored)
  }

  /// A line of text for people. Control characters are escaped as in JSON, so that a code cannot control a terminal.
  var line: String {
    func percent(_ value: Double) -> String { "\(Int((value * 100).rounded())) %" }
    let place = "at \(percent(bounds.x)), \(percent(bounds.y))"
    return "\(content) \(place)"
  }

  /// The type and the text.
  var content: String { "\(type) \(text.map(Self.quoted) ?? "(not read)")" }

  static func seconds(_ time: MediaTime) -> String {
    let hundredths = Int((time.seconds * 100).rounded())
    let rest = abs(hundredths) % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator:
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        default: result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
