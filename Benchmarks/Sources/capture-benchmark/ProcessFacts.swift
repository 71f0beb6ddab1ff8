import Foundation

/// What the system says of this process.
enum ProcessFacts {
  /// Memory that it has now, in KiB.
  static var residentKilobytes: Int {
    let lines = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))?.split(separator: "\n") ?? []
    let line = lines.first { $0.hasPrefix("VmRSS:") } ?? ""
    return Int(line.filter(\.isNumber)) ?? 0
  }

  /// Files, pipes and devices that it has open.
  static var descriptorCount: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }
}
