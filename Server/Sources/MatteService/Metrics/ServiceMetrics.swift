import FoundationEssentials
import Glibc
import Metrics

/// The metrics of a service. May be shared by threads.
struct ServiceMetrics: Sendable {
  private let registry = PrometheusRegistry()
  let workerStarts: Counter
  let receivedBytes: Counter
  let sentBytes: Counter
  let photoTime: Metrics.Timer

  private static let help = [
    "mattekit_photos_total": "Requested photos, by the status of the answer.",
    "mattekit_photo_seconds": "From the arrival of a photo to its result, waiting included.",
    "mattekit_photos_waiting": "Photos that wait for a worker.",
    "mattekit_photos_in_work": "Photos that workers are at.",
    "mattekit_workers_running": "Processes of mattetool worker.",
    "mattekit_worker_starts_total": "Processes of mattetool worker that were started.",
    "mattekit_received_bytes_total": "Bytes of photos.",
    "mattekit_sent_bytes_total": "Bytes of results.",
    "process_resident_memory_bytes": "Memory of the service itself, without workers.",
  ]

  init() {
    workerStarts = Counter(label: "mattekit_worker_starts_total", factory: registry)
    receivedBytes = Counter(label: "mattekit_received_bytes_total", factory: registry)
    sentBytes = Counter(label: "mattekit_sent_bytes_total", factory: registry)
    photoTime = Metrics.Timer(label: "mattekit_photo_seconds", factory: registry)
  }

  /// Counts the answer to a photo.
  func count(status: Int) {
    Counter(label: "mattekit_photos_total", dimensions: [("status", "\(status)")], factory: registry).increment()
  }

  /// All metrics as text.
  func text(waiting: Int, inWork: Int, workers: Int) -> String {
    gauge("mattekit_photos_waiting", waiting)
    gauge("mattekit_photos_in_work", inWork)
    gauge("mattekit_workers_running", workers)
    if let memory = Self.residentMemory { gauge("process_resident_memory_bytes", memory) }
    return registry.text(help: Self.help)
  }

  private func gauge(_ label: String, _ value: Int) { Gauge(label: label, factory: registry).record(value) }

  private static var residentMemory: Int? {
    guard let data = try? Data(contentsOf: URL(filePath: "/proc/self/statm")) else { return nil }
    let fields = String(decoding: data, as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? Int(fields[1]).map { $0 * sysconf(Int32(_SC_PAGESIZE)) } : nil
  }
}
