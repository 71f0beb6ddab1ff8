import FoundationEssentials
import SystemPackage

/// Number of processors on which this process may run.
enum ProcessorCount {
  /// At least 1.
  static var available: Int {
    // Linux lists them as a hexadecimal mask, with commas between groups.
    let status = (try? PlainFile.read("/proc/self/status")) ?? []
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") }
    let digits = (line ?? "").split(separator: ":").last ?? ""
    let count = digits.compactMap(\.hexDigitValue).reduce(0) { $0 + $1.nonzeroBitCount }
    return max(1, count > 0 ? count : ProcessInfo.processInfo.activeProcessorCount)
  }
}
