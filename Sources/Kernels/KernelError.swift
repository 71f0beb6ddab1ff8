import FoundationEssentials

/// An error of an algorithm on buffers: memory ran out, or a size is not supported.
public struct KernelError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// The algorithm, as the papers name it.
  public var algorithm: String
  /// The fault of the input, and the requirement.
  public var reason: String

  public init(algorithm: String, reason: String) {
    self.algorithm = algorithm
    self.reason = reason
  }

  /// The text that Foundation shows as `localizedDescription`: ``description``.
  public var errorDescription: String? { description }

  public var description: String { "\(algorithm): \(reason)" }

  /// Calls a C function that returns 0, or another number and a message.
  static func check(
    _ algorithm: String, _ body: (UnsafeMutablePointer<CChar>, Int) -> Int32
  ) throws(KernelError) {
    let capacity = 256
    var status: Int32 = 0
    let message = [CChar](unsafeUninitializedCapacity: capacity) { buffer, count in
      buffer.initialize(repeating: 0)
      count = capacity
      guard let base = buffer.baseAddress else { return }
      status = body(base, capacity)
    }
    guard status == 0 else {
      let text = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw KernelError(algorithm: algorithm, reason: text)
    }
  }
}
