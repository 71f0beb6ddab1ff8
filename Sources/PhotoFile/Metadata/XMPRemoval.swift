/// Removes properties from an XMP packet.
enum XMPRemoval {
  /// The packet without the properties of the document that are unwanted: the same bytes where it has none; nil if it cannot
  /// be parsed.
  static func removing(_ isUnwanted: (XMPDocument.Property) -> Bool, from packet: [UInt8]) -> [UInt8]? {
    guard let hasSome = XMPDocument.reading(packet, { $0.properties.contains(where: isUnwanted) }) else { return nil }
    guard hasSome else { return packet }
    let isWrapped =
      packet.prefix(64).starts(with: "<?xpacket".utf8) || packet.prefix(64).starts(with: "\u{FEFF}<?xpacket".utf8)
    return XMPDocument.editing(packet, wrapped: isWrapped) { document in
      for property in document.properties where isUnwanted(property) { document.remove(property) }
    }
  }
}
