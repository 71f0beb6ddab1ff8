import CExempi
import CStandardError
import Synchronization

/// The state of exempi's XMP toolkit, which keeps global tables: one thread at a time uses it in the whole process.
enum XMPToolkit {
  /// The lock of all calls to the toolkit. It contains the number of packets since the toolkit was started; nil before.
  private static let packetCount = Mutex<Int?>(nil)
  /// The number of packets after which the toolkit is restarted. It keeps the namespaces of every packet, and a
  /// server's memory must not grow with its clients' files.
  private static let packetsBetweenStarts = 1_000

  /// Calls `body` with the toolkit started and locked.
  ///
  /// The toolkit's messages to standard error are suppressed: it writes one for each packet that is not well-formed,
  /// without the name of the file.
  static func locked<Result: Sendable>(_ body: () -> Result) -> Result {
    packetCount.withLock { packetCount in
      standard_error_hold_back()
      defer { standard_error_let_through() }
      start(&packetCount)
      return body()
    }
  }

  private static func start(_ packetCount: inout Int?) {
    if let count = packetCount, count < packetsBetweenStarts {
      packetCount = count + 1
      return
    }
    if packetCount != nil { xmp_terminate() }
    packetCount = xmp_init() ? 1 : nil
    for namespace in XMPNamespace.all { _ = xmp_register_namespace(namespace.uri, namespace.suggestedPrefix, nil) }
  }
}
