import CoreMetrics
import Synchronization

/// Keeps metrics and writes them in Prometheus's text format. May be shared by threads.
///
/// Source: Prometheus, Exposition formats, text format 0.0.4.
final class PrometheusRegistry: MetricsFactory {
  /// A name with its labels.
  private struct Key: Hashable, Comparable {
    let name: String
    let labels: String

    static func < (one: Key, other: Key) -> Bool { (one.name, one.labels) < (other.name, other.labels) }
  }

  /// The upper bounds of the buckets of durations, in seconds.
  static let buckets = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64]

  private enum Value {
    case counter(Int64)
    case gauge(Double)
    /// The counts of each bucket and above the last, and the sum of the values.
    case histogram([Int], sum: Double)

    var type: String {
      switch self {
      case .counter: "counter"
      case .gauge: "gauge"
      case .histogram: "histogram"
      }
    }
  }

  private let values = Mutex<[Key: Value]>([:])

  /// One metric; its changes are recorded in the registry.
  private final class Handler: CounterHandler, RecorderHandler, TimerHandler {
    let registry: PrometheusRegistry
    let key: Key

    init(registry: PrometheusRegistry, key: Key) { (self.registry, self.key) = (registry, key) }

    func increment(by amount: Int64) {
      registry.change(key) { value in
        if case .counter(let count) = value { value = .counter(count &+ amount) }
      }
    }

    func reset() { registry.change(key) { $0 = .counter(0) } }
    func record(_ value: Int64) { record(Double(value)) }
    func record(_ number: Double) { registry.change(key) { $0 = .gauge(number) } }

    func recordNanoseconds(_ duration: Int64) {
      let seconds = Double(duration) / 1e9
      registry.change(key) { value in
        guard case .histogram(var counts, let sum) = value else { return }
        let place = PrometheusRegistry.buckets.firstIndex { seconds <= $0 } ?? PrometheusRegistry.buckets.count
        counts[place] += 1
        value = .histogram(counts, sum: sum + seconds)
      }
    }
  }

  private func change(_ key: Key, _ work: (inout Value) -> Void) {
    values.withLock { values in
      guard var value = values[key] else { return }
      work(&value)
      values[key] = value
    }
  }

  private func handler(_ label: String, _ dimensions: [(String, String)], _ value: Value) -> Handler {
    let labels = dimensions.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
    let key = Key(name: label, labels: labels)
    values.withLock { $0[key] = $0[key] ?? value }
    return Handler(registry: self, key: key)
  }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    handler(label, dimensions, .counter(0))
  }

  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    handler(label, dimensions, .gauge(0))
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    handler(label, dimensions, .histogram(Array(repeating: 0, count: Self.buckets.count + 1), sum: 0))
  }

  // Metrics stay until the service ends.
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}

  /// All metrics, the text that `/metrics` answers.
  ///
  /// - Parameter help: by name, one line each.
  func text(help: [String: String] = [:]) -> String {
    var text = ""
    var last = ""
    for (key, value) in values.withLock({ $0.sorted { $0.key < $1.key } }) {
      if key.name != last {
        if let help = help[key.name] { text += "# HELP \(key.name) \(help)\n" }
        text += "# TYPE \(key.name) \(value.type)\n"
        last = key.name
      }
      let labels = key.labels.isEmpty ? "" : "{\(key.labels)}"
      switch value {
      case .counter(let count): text += "\(key.name)\(labels) \(count)\n"
      case .gauge(let number): text += "\(key.name)\(labels) \(number)\n"
      case .histogram(let counts, let sum):
        let prefix = key.labels.isEmpty ? "" : key.labels + ","
        var total = 0
        for (bound, count) in zip(Self.buckets.map { "\($0)" } + ["+Inf"], counts) {
          total += count
          text += "\(key.name)_bucket{\(prefix)le=\"\(bound)\"} \(total)\n"
        }
        text += "\(key.name)_sum\(labels) \(sum)\n\(key.name)_count\(labels) \(total)\n"
      }
    }
    return text
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "\\": escaped += "\\\\"
      case "\"": escaped += "\\\""
      case "\n": escaped += "\\n"
      default: escaped.append(character)
      }
    }
  }
}
