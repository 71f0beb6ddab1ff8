/// Removes properties from an XMP packet.
enum XMPRemoval {
  /// A changed packet, and the names of the removed properties.
  struct Outcome: Sendable {
    let packet: [UInt8]
    /// The names with their prefixes.
    let names: [String]
  }

  /// The packet without the unwanted properties and fields: the same bytes if it has none; nil if it cannot be parsed.
  static func removing(_ isUnwanted: (XMPDocument.Value) -> Bool, from packet: [UInt8]) -> Outcome? {
    guard let names = XMPDocument.reading(packet, { $0.names(where: isUnwanted) }) else { return nil }
    guard !names.isEmpty else { return Outcome(packet: packet, names: []) }
    let isWrapped =
      packet.prefix(64).starts(with: "<?xpacket".utf8) || packet.prefix(64).starts(with: "\u{FEFF}<?xpacket".utf8)
    return XMPDocument.editing(packet, wrapped: isWrapped) { $0.remove(where: isUnwanted) }
      .map { Outcome(packet: $0, names: names) }
  }
}
