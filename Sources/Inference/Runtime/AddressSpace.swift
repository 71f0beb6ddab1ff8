import COpenVINO

/// The addresses that this process may use, which batch systems limit by `ulimit -v`.
enum AddressSpace {
  /// In bytes; nil where there is no limit.
  static var limit: UInt64? {
    let limit = mk_address_space_limit()
    return limit == .max ? nil : limit
  }

  /// In bytes. Finding the faces of a small photo takes 710 MiB of addresses on two cores.
  private static let least: UInt64 = 704 << 20
  /// In bytes: with less OpenVINO can fail to start its threads, and then it ends the process, or waits for ever.
  private static let roomOfThreads: UInt64 = 64 << 20

  /// Checks that networks can be used at all.
  static func admitNetworks() throws(InferenceError) {
    if let limit, limit < least { throw .addressSpaceTooSmall(limit: limit, needed: least) }
  }

  /// Checks that there is room for the threads of one more network.
  static func admitNetwork() throws(InferenceError) {
    if let limit, limit < mk_address_space_used() + roomOfThreads { throw .addressSpaceExhausted(limit: limit) }
  }

  /// What it means that OpenVINO itself cannot be loaded or started; nil where addresses are not the cause.
  static func failureOfRuntime(_ message: String?) -> InferenceError? {
    guard limit != nil, let message else { return nil }
    return failure(of: "", message)
  }

  /// What a message of OpenVINO means that tells of too little memory; nil for others.
  static func failure(of network: String, _ message: String) -> InferenceError? {
    let words = ["alloc", "memory", "Resource temporarily unavailable"]
    guard words.contains(where: { message.contains($0) }) else { return nil }
    if let limit { return .addressSpaceExhausted(limit: limit) }
    return .failed(network: network, reason: "there is not enough memory")
  }
}
