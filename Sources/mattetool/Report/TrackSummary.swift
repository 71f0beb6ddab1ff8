import MatteKit

/// The faces and codes of a stream, with the first and last time of each.
struct TrackSummary {
  private(set) var frameCount = 0
  private typealias Span = (first: MediaTime, last: MediaTime, frames: Int)
  private var spans: [Int: Span] = [:]
  private var codeSpans: [Int: Span] = [:]
  private var codes: [Int: CodeReport] = [:]

  mutating func add(_ faces: [Face], _ codes: [MachineReadableCode], at time: MediaTime) {
    frameCount += 1
    for id in faces.compactMap(\.id) { Self.extend(&spans[id], to: time) }
    for code in codes {
      guard let id = code.id else { continue }
      Self.extend(&codeSpans[id], to: time)
      self.codes[id] = CodeReport(code)
    }
  }

  private static func extend(_ span: inout Span?, to time: MediaTime) {
    span = (span?.first ?? time, time, (span?.frames ?? 0) + 1)
  }

  func print() {
    Console.print("\(frameCount) frame\(frameCount == 1 ? "" : "s"), \(spans.count) face\(spans.count == 1 ? "" : "s")")
    for (id, span) in spans.sorted(by: { $0.key < $1.key }) {
      Console.print("  \(id): \(line(span))")
    }
    for (id, span) in codeSpans.sorted(by: { $0.key < $1.key }) {
      Console.print("  code \(id): \(codes[id]?.content ?? ""), \(line(span))")
    }
  }

  private func line(_ span: Span) -> String {
    "from \(seconds(span.first)) to \(seconds(span.last)) s, in \(span.frames) frame\(span.frames == 1 ? "" : "s")"
  }

  private func seconds(_ time: MediaTime) -> String {
    let value = Int((time.seconds * 1000).rounded())
    let thousandths = String(value.magnitude % 1000)
    return (value < 0 ? "-" : "") + "\(value.magnitude / 1000)."
      + String(repeating: "0", count: 3 - thousandths.count) + thousandths
  }
}
