import FoundationEssentials

/// Why a network could not be used.
public enum InferenceError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// OpenVINO is missing, or its library cannot be loaded.
  case runtimeMissing(searched: [String], reason: String?)
  /// The limit of the address space (`ulimit -v`), in bytes, is below the minimum for networks.
  case addressSpaceTooSmall(limit: UInt64, needed: UInt64)
  /// The limit of the address space, in bytes, is too small for these networks.
  case addressSpaceExhausted(limit: UInt64)
  /// No folder contains a file of that name.
  case networkMissing(name: String, searched: [String])
  /// A file has a wrong checksum or cannot be read.
  case damaged(file: String, reason: String)
  /// The network could not be compiled or run, or received inputs that it does not have.
  case failed(network: String, reason: String)

  /// The meaning of an OpenVINO message about a network.
  static func openVINO(network: String, _ message: String) -> InferenceError {
    AddressSpace.failure(of: network, message) ?? .failed(network: network, reason: message)
  }

  /// The text that Foundation shows as `localizedDescription`: ``description``.
  public var errorDescription: String? { description }

  /// One sentence that names the network or library, the reason, and what to do.
  public var description: String {
    switch self {
    case .runtimeMissing(let folders, let reason):
      "OpenVINO cannot be used: \(reason ?? "libopenvino_c.so is in none of \(Self.list(folders))"); \(Self.remedy),"
        + " or let MATTEKIT_OPENVINO name the folder of libopenvino_c.so (PyPI package openvino)"
    case .addressSpaceTooSmall(let limit, let needed):
      "networks need \(needed >> 20) MiB of address space at least, and this process may use \(limit >> 20) MiB; "
        + Self.moreAddresses
    case .addressSpaceExhausted(let limit):
      "these networks need more address space than the \(limit >> 20) MiB that this process may use; "
        + Self.moreAddresses
    case .networkMissing(let name, let folders):
      "the network \(name) is in none of \(Self.list(folders)); \(Self.remedy), or let MATTEKIT_NETWORKS name the folder"
        + " that holds it"
    case .damaged(let file, let reason):
      "\(file): \(reason); fetch it again"
    case .failed(let network, let reason):
      "the network \(network) failed: \(reason)"
    }
  }

  private static let moreAddresses =
    "raise the limit with `ulimit -v`, or limit memory by a control group instead"

  private static let remedy =
    "run `make setup` in the checkout of MatteKit, `make install` there for all programs of this machine"

  /// The folders in the order of the search.
  private static func list(_ folders: [String]) -> String {
    folders.isEmpty ? "no folder" : folders.joined(separator: ", ") + " (searched in this order)"
  }
}
