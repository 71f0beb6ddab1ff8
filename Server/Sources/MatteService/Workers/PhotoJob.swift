import FoundationEssentials

/// A job for `mattetool worker`, as a line of JSON.
struct PhotoJob: Encodable, Sendable, Equatable {
  /// The destination of the mattes.
  enum Mattes: String, Codable, Sendable, CaseIterable {
    case embed, beside, none
  }

  /// Effects by name, with `+` between.
  var effect: String
  /// `key=value`.
  var set: [String] = []
  var onlyFaces: [Int] = []
  /// Nil for the photo's own.
  var format = "same"
  var mattes = Mattes.embed
  var input = ""
  var output = ""

  var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    // Strings and integers can always be encoded.
    guard let data = try? encoder.encode(self) else { return "{}\n" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
