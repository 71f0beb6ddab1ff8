import CExempi

/// The properties of an XMP packet, parsed by exempi.
///
/// A document exists only inside the closures of ``reading(_:maximumBytes:_:)`` and ``editing(_:wrapped:_:)``, which
/// hold the lock of ``XMPToolkit``. It is not `Sendable`, and must not be stored.
final class XMPDocument {
  private let handle: XmpPtr

  private init(handle: XmpPtr) { self.handle = handle }

  deinit { _ = xmp_free(handle) }

  /// Calls `body` with a packet; nil if the bytes are not an XMP packet that is safe to parse.
  ///
  /// - Parameter maximumBytes: longer packets are not parsed.
  static func reading<Result: Sendable>(
    _ packet: [UInt8], maximumBytes: Int = 4 << 20, _ body: (XMPDocument) -> Result
  ) -> Result? {
    guard let text = XMPScreening.parseable(packet, maximumBytes: maximumBytes) else { return nil }
    return XMPToolkit.locked {
      guard let handle = text.withUnsafeBytes({ xmp_new($0.baseAddress, $0.count) }) else { return nil }
      return body(XMPDocument(handle: handle))
    }
  }

  /// Whether the bytes are an XMP packet that is safe to parse, and well-formed.
  static func isParseable(_ packet: [UInt8]) -> Bool { reading(packet) { _ in true } ?? false }

  /// Calls `body` to change a packet, and writes the result; nil if it cannot be written. Without a packet that can be
  /// parsed, `body` receives an empty one.
  static func editing(
    _ packet: [UInt8]?, wrapped: Bool = true, _ body: (XMPDocument) -> Void
  ) -> [UInt8]? {
    let text = packet.flatMap { XMPScreening.parseable($0) }
    return XMPToolkit.locked { () -> [UInt8]? in
      var handle = text.flatMap { text in text.withUnsafeBytes { xmp_new($0.baseAddress, $0.count) } }
      if handle == nil { handle = xmp_new_empty() }
      guard let handle else { return nil }
      let document = XMPDocument(handle: handle)
      body(document)
      return document.serialized(wrapped: wrapped)
    }
  }

  /// `packet` with all properties of `addition` added; nil if one of them cannot be parsed.
  static func merging(_ addition: [UInt8], into packet: [UInt8]) -> [UInt8]? {
    let merged = reading(addition) { source in
      // The lock is held already.
      parsed(packet).flatMap { document -> [UInt8]? in
        source.forEachNode { document.add($0) }
        document.remove(.note, document.prefix(of: .note) + "HasExtendedXMP")
        return document.serialized(wrapped: true)
      }
    }
    return merged ?? nil
  }

  /// `packet` without its longest properties, so that it has at most `limit` bytes and room for `HasExtendedXMP`, and
  /// those properties as a packet of their own; nil if that cannot be done.
  ///
  /// - Parameter digest: the name of the second packet.
  static func splitting(
    _ packet: [UInt8], limit: Int, digest: ([UInt8]) -> String
  ) -> (standard: [UInt8], extended: [UInt8])? {
    let parts = reading(packet) { document -> (standard: [UInt8], extended: [UInt8])? in
      var lengths: [Property: Int] = [:]
      document.forEachNode { lengths[$0.property, default: 0] += $0.path.utf8.count + $0.text.utf8.count }
      let longest = lengths.sorted { ($0.value, $0.key.name) > ($1.value, $1.key.name) }.map(\.key)
      for count in [1, 2, 4, 8, 16, longest.count] {
        guard let standard = parsed(packet), let handle = xmp_new_empty() else { return nil }
        let extended = XMPDocument(handle: handle)
        let moved = Set(longest.prefix(count))
        document.forEachNode { if moved.contains($0.property) { extended.add($0) } }
        for property in moved { standard.remove(property) }
        guard let extendedPacket = extended.serialized(wrapped: false) else { return nil }
        standard.set(.note, standard.prefix(of: .note) + "HasExtendedXMP", to: digest(extendedPacket))
        guard let standardPacket = standard.serialized(wrapped: true, padding: 0) else { return nil }
        if standardPacket.count <= limit { return (standardPacket, extendedPacket) }
      }
      return nil
    }
    return parts ?? nil
  }

  private static func parsed(_ packet: [UInt8]) -> XMPDocument? {
    guard let text = XMPScreening.parseable(packet) else { return nil }
    return text.withUnsafeBytes { xmp_new($0.baseAddress, $0.count) }.map(XMPDocument.init)
  }

  /// The prefix, with its colon, that paths use for a namespace.
  func prefix(of namespace: XMPNamespace) -> String {
    withString { xmp_namespace_prefix(namespace.uri, $0) } ?? namespace.suggestedPrefix + ":"
  }

  /// The text of a simple property; nil if there is none. `path` starts with a prefix of `namespace`.
  func text(_ namespace: XMPNamespace, _ path: String) -> String? {
    let composite = UInt32(XMP_PROP_VALUE_IS_STRUCT.rawValue) | UInt32(XMP_PROP_VALUE_IS_ARRAY.rawValue)
    guard let (value, options) = value(namespace, path), options & composite == 0 else { return nil }
    return value
  }

  /// A property with its options; nil if there is none.
  private func value(_ namespace: XMPNamespace, _ path: String) -> (text: String, options: UInt32)? {
    // For a field of a value that is not a structure, the toolkit prints to standard error.
    if let slash = path.lastIndex(of: "/"), !path[slash...].hasPrefix("/?") {
      guard let (_, options) = value(namespace, String(path[..<slash])),
        options & UInt32(XMP_PROP_VALUE_IS_STRUCT.rawValue) != 0
      else { return nil }
    }
    var options: UInt32 = 0
    return withString { xmp_get_property(handle, namespace.uri, path, $0, &options) }.map { ($0, options) }
  }

  func contains(_ namespace: XMPNamespace, _ path: String) -> Bool { xmp_has_property(handle, namespace.uri, path) }

  /// Sets a simple property, and creates missing parents.
  func set(_ namespace: XMPNamespace, _ path: String, to text: String) {
    _ = xmp_set_property(handle, namespace.uri, path, text, 0)
  }

  /// Makes an ordered array without items.
  func makeArray(_ namespace: XMPNamespace, _ path: String) {
    let options = UInt32(XMP_PROP_VALUE_IS_ARRAY.rawValue) | UInt32(XMP_PROP_ARRAY_IS_ORDERED.rawValue)
    // exempi takes the empty text for none; a null pointer would crash it.
    _ = xmp_set_property(handle, namespace.uri, path, "", options)
  }

  /// Creates a structure without fields; `path` may name the item after the last of an array.
  func makeStructure(_ namespace: XMPNamespace, _ path: String) {
    _ = xmp_set_property(handle, namespace.uri, path, "", UInt32(XMP_PROP_VALUE_IS_STRUCT.rawValue))
  }

  /// Removes a property, with all below it.
  func remove(_ namespace: XMPNamespace, _ path: String) {
    _ = xmp_delete_property(handle, namespace.uri, path)
  }

  /// A property of the document itself, with everything below it.
  struct Property: Hashable {
    let schema: String
    /// The name with its prefix.
    let name: String
  }

  /// Removes a property, with all below it.
  func remove(_ property: Property) { _ = xmp_delete_property(handle, property.schema, property.name) }

  /// A property, or a field or an item of one.
  struct Value {
    /// The namespace of the property or field; for an item that of its list.
    let schema: String
    /// The name without a prefix; for an item that of its list.
    let name: String
    /// The text; empty for structures and lists.
    let text: String
  }

  /// The unique names, with prefixes, of the properties and fields that match a condition. Nodes below a match are not
  /// tested.
  func names(where condition: (Value) -> Bool) -> [String] {
    var names: [String] = []
    for node in nodes(where: condition) where !names.contains(node.name) { names.append(node.name) }
    return names
  }

  /// Removes the properties, fields and items that match a condition, with everything below them.
  func remove(where condition: (Value) -> Bool) {
    // From the last, so that the indices of items stay valid.
    for node in nodes(where: condition).reversed() { _ = xmp_delete_property(handle, node.schema, node.path) }
  }

  private func nodes(where condition: (Value) -> Bool) -> [Node] {
    var found: [Node] = []
    var namespaces: [String: String] = [:]
    forEachNode { node in
      if let last = found.last, last.schema == node.schema, node.path.hasPrefix(last.path),
        ["/", "["].contains(node.path.dropFirst(last.path.count).first)
      {
        return
      }
      let name = node.name
      guard let colon = name.firstIndex(of: ":") else { return }
      let prefix = String(name[...colon])
      let known =
        namespaces[prefix] ?? withString { xmp_prefix_namespace_uri(String(prefix.dropLast()), $0) }
        ?? withString { xmp_prefix_namespace_uri(prefix, $0) } ?? ""
      namespaces[prefix] = known
      let value = Value(schema: known, name: String(name[name.index(after: colon)...]), text: node.text)
      if condition(value) { found.append(node) }
    }
    return found
  }

  /// A property, item, field or qualifier.
  private struct Node {
    let schema: String
    let path: String
    let text: String
    let options: UInt32

    var property: Property { Property(schema: schema, name: String(path.prefix { $0 != "/" && $0 != "[" })) }

    /// The last component of the path that is a name; for an item the list's.
    var name: String {
      let last = path.split(separator: "/").last { !$0.hasPrefix("?") } ?? ""
      return String(last.prefix { $0 != "[" })
    }
  }

  /// Calls `body` with all nodes, parents first.
  private func forEachNode(_ body: (Node) -> Void) {
    guard let iterator = xmp_iterator_new(handle, nil, nil, XMP_ITER_PROPERTIES) else { return }
    let strings = (0..<3).map { _ in xmp_string_new() }
    defer {
      for string in strings { xmp_string_free(string) }
      _ = xmp_iterator_free(iterator)
    }
    func text(_ string: XmpStringPtr?) -> String { xmp_string_cstr(string).map { String(cString: $0) } ?? "" }
    var options: UInt32 = 0
    while xmp_iterator_next(iterator, strings[0], strings[1], strings[2], &options) {
      // Namespaces come as nodes without a path.
      let path = text(strings[1])
      guard !path.isEmpty else { continue }
      body(Node(schema: text(strings[0]), path: path, text: text(strings[2]), options: options))
    }
  }

  /// Adds a copy of another document's node; its parent must exist.
  private func add(_ node: Node) {
    let form = node.options & UInt32(XMP_PROP_COMPOSITE_MASK.rawValue | XMP_PROP_VALUE_IS_URI.rawValue)
    let isComposite = form & UInt32(XMP_PROP_COMPOSITE_MASK.rawValue) != 0
    _ = xmp_set_property(handle, node.schema, node.path, isComposite ? "" : node.text, form)
  }

  private func serialized(wrapped: Bool, padding: UInt32 = 2048) -> [UInt8]? {
    let options = wrapped ? 0 : UInt32(XMP_SERIAL_OMITPACKETWRAPPER)
    return withString { xmp_serialize_and_format(handle, $0, options, wrapped ? padding : 0, "\n", "   ", 0) }
      .map { Array($0.utf8) }
  }

  /// The string that a call of the toolkit returns; nil if it fails.
  private func withString(_ call: (XmpStringPtr?) -> Bool) -> String? {
    guard let string = xmp_string_new() else { return nil }
    defer { xmp_string_free(string) }
    guard call(string), let text = xmp_string_cstr(string) else { return nil }
    return String(cString: text)
  }
}
