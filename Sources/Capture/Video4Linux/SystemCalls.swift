import CVideo4Linux

/// The system calls for devices: the kernel's, or those of an emulation. C functions, which any thread may call.
struct SystemCalls: @unchecked Sendable {
  var calls: cv4l_calls

  /// The system's own.
  static var system: SystemCalls { SystemCalls(calls: cv4l_system_calls()) }
}
