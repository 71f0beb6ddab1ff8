import CExempi
import Synchronization

/// The properties of an XMP packet, parsed by exempi. It exists only inside the closures of ``reading(_:_:)`` and
/// ``editing(_:_:)``, one at a time in the whole process: the toolkit below keeps global tables.
///
/// Not `Sendable`, and not to be kept.
final class XMPDocument {
  private let handle: XmpPtr

  /// Whether the toolkit was started, and the lock that all calls to it hold.
  private static let toolkit = Mutex(false)

  private init(handle: XmpPtr) { self.handle = handle }

  deinit { _ = xmp_free(handle) }

  /// What `body` makes of a packet; nil if the bytes are not an XMP packet that is safe to parse.
  static func reading<Result: Sendable>(_ packet: [UInt8], _ body: (XMPDocument) -> Result) -> Result? {
    guard let text = XMPScreening.parseable(packet) else { return nil }
    return toolkit.withLock { isStarted in
      start(&isStarted)
      guard let handle = text.withUnsafeBytes({ xmp_new($0.baseAddress, $0.count) }) else { return nil }
      return body(XMPDocument(handle: handle))
    }
  }

  /// The packet after `body` has changed it, or an empty one where there was none or none that can be parsed; nil if the
  /// result cannot be written as a packet.
  static func editing(
    _ packet: [UInt8]?, wrapped: Bool = true, _ body: (XMPDocument) -> Void
  ) -> [UInt8]? {
    let text = packet.flatMap(XMPScreening.parseable)
    return toolkit.withLock { isStarted -> [UInt8]? in
      start(&isStarted)
      var handle = text.flatMap { text in text.withUnsafeBytes { xmp_new($0.baseAddress, $0.count) } }
      if handle == nil { handle = xmp_new_empty() }
      guard let handle else { return nil }
      let document = XMPDocument(handle: handle)
      body(document)
      return document.serialized(wrapped: wrapped)
    }
  }

  private static func start(_ isStarted: inout Bool) {
    guard !isStarted else { return }
    isStarted = xmp_init()
    for namespace in XMPNamespace.all { _ = xmp_register_namespace(namespace.uri, namespace.suggestedPrefix, nil) }
  }

  /// The prefix, with its colon, that paths use for a namespace.
  func prefix(of namespace: XMPNamespace) -> String {
    withString { xmp_namespace_prefix(namespace.uri, $0) } ?? namespace.suggestedPrefix + ":"
  }

  /// The text of a simple property; nil where there is none. `path` starts with a prefix of `namespace`.
  func text(_ namespace: XMPNamespace, _ path: String) -> String? {
    var options: UInt32 = 0
    let value = withString { xmp_get_property(handle, namespace.uri, path, $0, &options) }
    let composite = UInt32(XMP_PROP_VALUE_IS_STRUCT.rawValue) | UInt32(XMP_PROP_VALUE_IS_ARRAY.rawValue)
    return options & composite == 0 ? value : nil
  }

  func contains(_ namespace: XMPNamespace, _ path: String) -> Bool { xmp_has_property(handle, namespace.uri, path) }

  /// Sets a simple property; what leads to it is made where it is missing.
  func set(_ namespace: XMPNamespace, _ path: String, to text: String) {
    _ = xmp_set_property(handle, namespace.uri, path, text, 0)
  }

  /// Makes an ordered array without items.
  func makeArray(_ namespace: XMPNamespace, _ path: String) {
    let options = UInt32(XMP_PROP_VALUE_IS_ARRAY.rawValue) | UInt32(XMP_PROP_ARRAY_IS_ORDERED.rawValue)
    // exempi takes the empty text for none; it does not bear a null pointer.
    _ = xmp_set_property(handle, namespace.uri, path, "", options)
  }

  /// Makes a structure without fields; `path` may name the item after the last of an array.
  func makeStructure(_ namespace: XMPNamespace, _ path: String) {
    _ = xmp_set_property(handle, namespace.uri, path, "", UInt32(XMP_PROP_VALUE_IS_STRUCT.rawValue))
  }

  /// Removes a property, with all below it.
  func remove(_ namespace: XMPNamespace, _ path: String) {
    _ = xmp_delete_property(handle, namespace.uri, path)
  }

  private func serialized(wrapped: Bool) -> [UInt8]? {
    let options = wrapped ? 0 : UInt32(XMP_SERIAL_OMITPACKETWRAPPER)
    return withString { xmp_serialize_and_format(handle, $0, options, wrapped ? 2048 : 0, "\n", "   ", 0) }
      .map { Array($0.utf8) }
  }

  /// The text that a call of the toolkit writes; nil if it reports failure.
  private func withString(_ call: (XmpStringPtr?) -> Bool) -> String? {
    guard let string = xmp_string_new() else { return nil }
    defer { xmp_string_free(string) }
    guard call(string), let text = xmp_string_cstr(string) else { return nil }
    return String(cString: text)
  }
}
