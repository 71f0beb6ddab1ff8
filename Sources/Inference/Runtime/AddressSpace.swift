import COpenVINO

/// The address space of this process, which batch systems limit by `ulimit -v`.
enum AddressSpace {
  /// In bytes; nil for no limit.
  static var limit: UInt64? {
    let limit = mk_address_space_limit()
    return limit == .max ? nil : limit
  }

  /// In bytes: not even the faces of a small photo were detected with 720 MiB on two cores.
  private static let least: UInt64 = 736 << 20
  /// In bytes. Without room OpenVINO can fail to start its threads, and then crash or hang; and where OpenVINO leaves
  /// nothing, the next Swift array ends the process. The mattes of a small photo take up to 245 MiB from the load of
  /// one network to that of the next.
  private static let roomOfNetwork: UInt64 = 256 << 20

  /// Checks that networks can be used at all.
  static func admitNetworks() throws(InferenceError) {
    if let limit, limit < least { throw .addressSpaceTooSmall(limit: limit, needed: least) }
  }

  /// Checks that there is room to load and run one more network.
  static func admitNetwork() throws(InferenceError) {
    if let limit, limit < mk_address_space_used() + roomOfNetwork { throw .addressSpaceExhausted(limit: limit) }
  }

  /// The error if OpenVINO itself cannot be loaded or started; nil if the address space is not the cause.
  static func failureOfRuntime(_ message: String?) -> InferenceError? {
    guard limit != nil, let message else { return nil }
    return failure(of: "", message)
  }

  /// The error for an OpenVINO message about too little memory; nil for others.
  static func failure(of network: String, _ message: String) -> InferenceError? {
    let words = ["alloc", "memory", "Resource temporarily unavailable"]
    guard words.contains(where: { message.contains($0) }) else { return nil }
    if let limit { return .addressSpaceExhausted(limit: limit) }
    return .failed(network: network, reason: "there is not enough memory")
  }
}
