import COpenVINO

/// The loaded OpenVINO library. May be shared by threads: its function table does not change.
final class Runtime: @unchecked Sendable {
  let handle: OpaquePointer
  /// The library's version and build.
  let version: String

  /// Loading the same library again is cheap: the system keeps one copy of it.
  init(from store: NetworkStore) throws(InferenceError) {
    try AddressSpace.admitNetworks()
    guard let path = store.runtimePath else {
      throw .runtimeMissing(searched: store.openVINOFolders, reason: nil)
    }
    var handle: OpaquePointer?
    if let message = messageOfFailure({ mk_runtime_open(path, &handle, $0, $1) }) {
      throw AddressSpace.failureOfRuntime(message) ?? .runtimeMissing(searched: store.openVINOFolders, reason: message)
    }
    guard let handle else { throw .runtimeMissing(searched: store.openVINOFolders, reason: path) }
    self.handle = handle
    var version = [CChar](repeating: 0, count: 256)
    if let message = messageOfFailure({ mk_runtime_version(handle, &version, 256, $0, $1) }) {
      throw .runtimeMissing(searched: store.openVINOFolders, reason: message)
    }
    self.version = String(decoding: version.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
