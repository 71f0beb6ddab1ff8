/// All string values of a JSON document, in a fixed order.
struct JSONStrings: Decodable {
  let strings: [String]

  private struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int?
    init(stringValue: String) {
      self.stringValue = stringValue
      intValue = nil
    }
    init(intValue: Int) {
      stringValue = "\(intValue)"
      self.intValue = intValue
    }
  }

  init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: AnyKey.self) {
      strings = try object.allKeys.sorted { $0.stringValue < $1.stringValue }
        .flatMap { try object.decode(JSONStrings.self, forKey: $0).strings }
    } else if var list = try? decoder.unkeyedContainer() {
      var found: [String] = []
      while !list.isAtEnd { found += try list.decode(JSONStrings.self).strings }
      strings = found
    } else {
      let text = try? decoder.singleValueContainer().decode(String.self)
      strings = text.map { [$0] } ?? []
    }
  }
}
