import Metrics
import Testing

@testable import MatteService

@Suite struct PrometheusRegistryTests {
  @Test func `metrics are written in Prometheus's format`() {
    let registry = PrometheusRegistry()
    Counter(label: "photos_total", dimensions: [("status", "2\"0")], factory: registry).increment(by: 3)
    Counter(label: "photos_total", dimensions: [("status", "2\"0")], factory: registry).increment()
    Gauge(label: "waiting", factory: registry).record(7)
    let timer = Timer(label: "seconds", factory: registry)
    timer.recordNanoseconds(300_000_000)
    timer.recordNanoseconds(100_000_000_000)
    let text = registry.text(help: ["waiting": "Photos."])
    #expect(text.contains("# TYPE photos_total counter\nphotos_total{status=\"2\\\"0\"} 4\n"))
    #expect(text.contains("# HELP waiting Photos.\n# TYPE waiting gauge\nwaiting 7.0\n"))
    #expect(text.contains("seconds_bucket{le=\"0.25\"} 0\nseconds_bucket{le=\"0.5\"} 1\n"))
    #expect(
      text.contains(
        "seconds_bucket{le=\"64.0\"} 1\nseconds_bucket{le=\"+Inf\"} 2\nseconds_sum 100.3\nseconds_count 2\n"))
  }
}
