import Checksums

/// An address of the web: `https://host/path`.
public struct WebAddress: Sendable, Hashable, CustomStringConvertible {
  /// The address as given; nothing is added or decoded.
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

  /// Whether a string begins as a URL of `http` or `https` does.
  ///
  /// - Parameter text: the text to check.
  public static func isOne(_ text: String) -> Bool {
    text.contains("://") && schemes.contains { text.lowercased().hasPrefix($0) }
  }

  /// The address for messages and reports: queries contain signatures, which grant their owner's rights to any reader.
  package var withoutQuery: String { Self.withoutQuery(description) }

  /// A text up to a question mark or number sign.
  package static func withoutQuery(_ text: String) -> String { String(text.prefix { !"?#".contains($0) }) }

  /// The part of the address that does not change with a new signature: all but the query's signature fields of AWS,
  /// Google and Alibaba Cloud, CloudFront and Azure.
  package var withoutSignature: String {
    guard let mark = description.firstIndex(where: { "?#".contains($0) }), description[mark] == "?" else {
      return description
    }
    let query = description[description.index(after: mark)...]
    let parts = query.split(separator: "&", omittingEmptySubsequences: false)
    let names = parts.map { $0.prefix { $0 != "=" }.lowercased() }
    let isOfAzure = names.contains("sig")
    let kept = zip(names, parts).filter { name, _ in
      !Self.signing.contains(name) && !Self.signingPrefixes.contains(where: name.hasPrefix)
        && !(isOfAzure && Self.signingOfAzure.contains(name))
    }
    return kept.isEmpty ? String(description[..<mark]) : description[...mark] + kept.map(\.1).joined(separator: "&")
  }

  private static let signingPrefixes = ["x-amz-", "x-goog-", "x-oss-"]
  private static let signing: Set = [
    "signature", "expires", "awsaccesskeyid", "googleaccessid", "ossaccesskeyid", "policy", "key-pair-id",
  ]
  /// Too short to mean the same elsewhere.
  private static let signingOfAzure: Set = [
    "sig", "sv", "ss", "srt", "sp", "st", "se", "sip", "spr", "sr", "si", "skoid", "sktid", "skt", "ske", "sks", "skv",
  ]

  var isEncrypted: Bool { description.lowercased().hasPrefix("https://") }

  /// The decoded path between the host and a question mark, from which names are made.
  public var path: String {
    let rest = description.drop { $0 != ":" }.dropFirst(3)
    let path = rest.drop { !"/?#".contains($0) }.prefix { !"?#".contains($0) }
    return PercentEncoding.decoded(String(path)) ?? String(path)
  }
}
