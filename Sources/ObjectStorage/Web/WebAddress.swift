/// An address of the web: `https://host/path`.
public struct WebAddress: Sendable, Hashable, CustomStringConvertible {
  /// As it was given; nothing is added to it or decoded.
  public let description: String

  /// - Parameter text: with everything encoded that has to be.
  /// - Throws: ``WebError/badAddress(_:reason:)``.
  public init(_ text: String) throws(WebError) {
    guard let scheme = Self.schemes.first(where: { text.lowercased().hasPrefix($0) }) else {
      throw .badAddress(text, reason: "it begins neither with https:// nor with http://")
    }
    let host = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    guard !host.isEmpty else { throw .badAddress(Self.withoutQuery(text), reason: "it names no host") }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      throw .badAddress(
        Self.withoutQuery(text), reason: "it has spaces or control characters, which are written as %20 and the like")
    }
    guard !host.contains("@") else {
      throw .badAddress(
        Self.withoutQuery(text), reason: "it holds a name or password, which would show up in messages and reports")
    }
    description = text
  }

  private static let schemes = ["https://", "http://"]

  /// Whether a text begins as an address of the web does.
  ///
  /// - Parameter text: what a user wrote.
  public static func isOne(_ text: String) -> Bool {
    text.contains("://") && schemes.contains { text.lowercased().hasPrefix($0) }
  }

  /// What messages and reports may show: queries hold signatures, with which anybody may do what their owner may.
  package var withoutQuery: String { Self.withoutQuery(description) }

  /// A text up to a question mark or number sign.
  package static func withoutQuery(_ text: String) -> String { String(text.prefix { !"?#".contains($0) }) }

  var isEncrypted: Bool { description.lowercased().hasPrefix("https://") }

  /// The part between the host and a question mark, decoded; what names are made from.
  public var path: String {
    let rest = description.drop { $0 != ":" }.dropFirst(3)
    let path = rest.drop { !"/?#".contains($0) }.prefix { !"?#".contains($0) }
    return PercentEncoding.decoded(String(path)) ?? String(path)
  }
}
