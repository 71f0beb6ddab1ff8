import FoundationEssentials
import SystemPackage

/// The memory of this process and its machine, as reported by Linux, in bytes.
enum SystemMemory {
  /// The resident memory of this process, in bytes.
  static var resident: Int { field("VmRSS", of: "/proc/self/status") ?? 0 }
  /// The peak of the resident memory of this process, in bytes.
  static var peak: Int { field("VmHWM", of: "/proc/self/status") ?? 0 }

  /// The memory that is still available, on this machine and in its control group, in bytes.
  static var available: Int {
    let machine = field("MemAvailable", of: "/proc/meminfo") ?? 2 << 30
    guard let limit = number("/sys/fs/cgroup/memory.max"), let used = number("/sys/fs/cgroup/memory.current") else {
      return machine
    }
    // The page cache counts as used until its memory is needed.
    let reclaimable = cgroup("inactive_file", of: "/sys/fs/cgroup/memory.stat") ?? 0
    return min(machine, max(0, limit - used + reclaimable))
  }

  private static func text(_ file: String) -> Substring {
    guard let bytes = try? PlainFile.read(FilePath(file)) else { return "" }
    return String(decoding: bytes, as: UTF8.self)[...]
  }

  private static func cgroup(_ name: String, of file: String) -> Int? {
    let line = text(file).split(separator: "\n").first { $0.hasPrefix(name + " ") }
    return line?.split(separator: " ").last.flatMap { Int($0) }
  }

  private static func number(_ file: String) -> Int? { Int(text(file).prefix { $0.isNumber }) }

  private static func field(_ name: String, of file: String) -> Int? {
    let line = text(file).split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return line?.split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
  }
}
