import FoundationEssentials
import SystemPackage

/// Number of processors on which this process may run.
enum ProcessorCount {
  /// At least 1.
  static var available: Int {
    // Linux tells it as a mask in hexadecimal digits, with commas between.
    let status = (try? PlainFile.read("/proc/self/status")) ?? []
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") }
    let digits = (line ?? "").split(separator: ":").last ?? ""
    let count = digits.compactMap(\.hexDigitValue).reduce(0) { $0 + $1.nonzeroBitCount }
    return max(1, count > 0 ? count : ProcessInfo.processInfo.activeProcessorCount)
  }
}
