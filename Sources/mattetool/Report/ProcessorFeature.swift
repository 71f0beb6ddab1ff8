import FoundationEssentials

/// Instruction sets that this package has code for.
enum ProcessorFeature: String, CaseIterable {
  case avx2, avx512f, avx512_bf16

  var isAvailable: Bool { Self.flags.contains(rawValue) }

  var purpose: String {
    switch self {
    case .avx2: "pixel kernels eight floats at a time"
    case .avx512f: "pixel kernels sixteen floats at a time"
    case .avx512_bf16: "networks at bf16 precision in about half the time"
    }
  }

  /// The flags of the first processor in `/proc/cpuinfo`; empty on other architectures than x86.
  private static let flags: Set<String> = {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("flags") }
    return Set((line ?? "").split(separator: " ").map(String.init))
  }()
}
