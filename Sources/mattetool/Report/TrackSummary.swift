import MatteKit

/// The faces of a stream, with the first and last time of each.
struct TrackSummary {
  private(set) var frameCount = 0
  private var spans: [Int: (first: MediaTime, last: MediaTime, frames: Int)] = [:]

  mutating func add(_ faces: [Face], at time: MediaTime) {
    frameCount += 1
    for id in faces.compactMap(\.id) {
      let span = spans[id]
      spans[id] = (span?.first ?? time, time, (span?.frames ?? 0) + 1)
    }
  }

  func print() {
    Console.print("\(frameCount) frames, \(spans.count) face\(spans.count == 1 ? "" : "s")")
    for (id, span) in spans.sorted(by: { $0.key < $1.key }) {
      Console.print("  \(id): from \(seconds(span.first)) to \(seconds(span.last)) s, in \(span.frames) frames")
    }
  }

  private func seconds(_ time: MediaTime) -> String {
    let value = Int((time.seconds * 1000).rounded())
    let thousandths = String(value.magnitude % 1000)
    return (value < 0 ? "-" : "") + "\(value.magnitude / 1000)."
      + String(repeating: "0", count: 3 - thousandths.count) + thousandths
  }
}
