/// Google's directory, in a JPEG's XMP, of the data after the picture (`Container:Directory`): the gain map of
/// Android's Ultra HDR, the movie of a motion photo. Each begins at the end of the one before.
struct ContainerDirectory {
  struct Item {
    /// `Primary`, `GainMap`, `MotionPhoto`.
    var semantic: String
    var mime: String
    /// The length of the item in bytes; 0 for the picture itself, which comes first.
    var length: Int
    /// Bytes between the item and the next.
    var padding: Int
  }

  static let (primary, gainMap) = ("Primary", "GainMap")

  private(set) var items: [Item]

  /// The directory of a packet; nil if it has none.
  init?(_ packet: [UInt8]) {
    guard packet.contains("Directory"), packet.contains("photos/1.0/container"),
      let items = XMPDocument.reading(packet, { Self.items(of: $0) }), !items.isEmpty
    else { return nil }
    self.items = items
  }

  private static func items(of document: XMPDocument) -> [Item] {
    var items: [Item] = []
    // Real files list only a few.
    for place in 1...16 {
      let path = Self.path(place, in: document)
      func field(_ name: String) -> String? { document.text(.container, path + name) }
      guard let semantic = field("Semantic") else { break }
      items.append(
        Item(
          semantic: semantic, mime: field("Mime") ?? "", length: field("Length").flatMap { Int($0) } ?? 0,
          padding: field("Padding").flatMap { Int($0) } ?? 0))
    }
    return items
  }

  /// The paths of the fields of an entry, without the fields' names.
  private static func path(_ place: Int, in document: XMPDocument) -> String {
    let container = document.prefix(of: .container)
    return "\(container)Directory[\(place)]/\(container)Item/\(document.prefix(of: .containerItem))"
  }

  /// The offset of the gain map; nil if none is listed.
  ///
  /// - Parameter end: where the picture ends in the file.
  func gainMapStart(behind end: Int) -> Int? {
    var position = end
    for (place, item) in items.enumerated() {
      if item.semantic == Self.gainMap { return position }
      // The picture's own length is not stated, or is that of another program's version.
      let length = place == 0 ? item.padding : item.length.addingReportingOverflow(item.padding).partialValue
      guard length >= 0, length < Int(UInt32.max) else { return nil }
      position += length
    }
    return nil
  }

  /// The packet with a gain map in the directory, directly after the picture, and with the version of its metadata;
  /// unchanged if it already has these. Nil if it cannot be written.
  static func listing(gainMapOf length: Int, in packet: [UInt8]?) -> [UInt8]? {
    var items =
      packet.flatMap(Self.init)?.items ?? [Item(semantic: primary, mime: "image/jpeg", length: 0, padding: 0)]
    let known = items.firstIndex { $0.semantic == gainMap }
    if let packet, let known, items[known].length == length, packet.contains("hdr-gain-map") { return packet }
    if let known {
      items[known].length = length
    } else {
      items.insert(Item(semantic: gainMap, mime: "image/jpeg", length: length, padding: 0), at: 1)
    }
    return XMPDocument.editing(packet) { document in
      document.set(.hdrGainMap, document.prefix(of: .hdrGainMap) + "Version", to: GainMapXMP.version)
      if let known {
        document.set(.container, path(known + 1, in: document) + "Length", to: "\(length)")
      } else {
        write(items, to: document)
      }
    }
  }

  /// The packet without a gain map in the directory, without an otherwise empty directory, and without the version of
  /// gain maps; unchanged if it has none of them or cannot be parsed.
  static func withoutGainMap(_ packet: [UInt8]) -> [UInt8] {
    let items = Self(packet)?.items ?? []
    let kept = items.filter { $0.semantic != gainMap }
    // Apple's packets describe gain maps in a namespace of their own.
    guard packet.contains("hdr-gain-map") || kept.count < items.count else { return packet }
    return XMPDocument.editing(packet) { document in
      document.remove(.hdrGainMap, document.prefix(of: .hdrGainMap) + "Version")
      if kept.count < items.count { write(kept.count > 1 ? kept : [], to: document) }
    } ?? packet
  }

  private static func write(_ items: [Item], to document: XMPDocument) {
    let container = document.prefix(of: .container)
    let list = container + "Directory"
    document.remove(.container, list)
    guard !items.isEmpty else { return }
    document.makeArray(.container, list)
    for (place, item) in items.enumerated() {
      document.makeStructure(.container, "\(list)[\(place + 1)]")
      document.makeStructure(.container, "\(list)[\(place + 1)]/\(container)Item")
      let path = path(place + 1, in: document)
      document.set(.container, path + "Semantic", to: item.semantic)
      document.set(.container, path + "Mime", to: item.mime)
      if place > 0 { document.set(.container, path + "Length", to: "\(item.length)") }
      if item.padding != 0 { document.set(.container, path + "Padding", to: "\(item.padding)") }
    }
  }
}
