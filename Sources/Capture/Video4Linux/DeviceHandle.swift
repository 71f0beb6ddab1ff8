import CVideo4Linux
import Glibc

/// An open device of Video4Linux. Used by one thread at a time; its owner ensures that.
final class DeviceHandle: @unchecked Sendable {
  let pointer: OpaquePointer
  let path: String
  /// Held as long as the device, which calls them, is open.
  private let calls: SystemCalls
  private var isClosed = false

  init(_ path: String, calls: SystemCalls) throws(CaptureError) {
    guard !path.utf8.contains(0) else { throw .failed(device: path, reason: "it is not the path of a device") }
    var opened: OpaquePointer?
    let error = withUnsafePointer(to: calls.calls) { cv4l_open($0, path, &opened) }
    guard error == 0, let opened else { throw Self.failure(error, of: path) }
    self.path = path
    self.calls = calls
    pointer = opened
  }

  deinit { close() }

  /// Closes the device now, instead of when the handle is released. It must not be used afterwards.
  func close() {
    if !isClosed { cv4l_close(pointer) }
    isClosed = true
  }

  /// Checks the result of a C function.
  func check(_ error: Int32) throws(CaptureError) {
    if error != 0 { throw Self.failure(error, of: path) }
  }

  func describe() throws(CaptureError) -> cv4l_description {
    var description = cv4l_description()
    try check(cv4l_describe(pointer, &description))
    return description
  }

  static func failure(_ error: Int32, of path: String) -> CaptureError {
    switch error {
    case EACCES, EPERM: .notAuthorized(device: path)
    case EBUSY: .inUse(device: path, reason: "another program streams from it; end that first")
    case ENODEV, ENXIO, ENOENT: .disconnected(device: path)
    case ENOTTY: .unsupported(what: path, reason: "it is not a Video4Linux camera")
    default: .failed(device: path, reason: String(cString: strerror(error)))
    }
  }

  /// The text of an array of C characters.
  static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
