import FoundationEssentials

/// The requests of a ``PhotoOutput`` that are not finished. A value.
struct PhotoRequestQueue: Sendable {
  /// Maximum number of unfinished photos; each holds its picture in memory.
  static let capacity = 16
  /// Number of recent requests whose identifiers are remembered.
  private static let rememberedCount = 1_000

  /// The requests that wait for a frame.
  private var waiting: [PhotoRequest] = []
  private var unfinishedCount = 0
  /// The identifiers of recent requests, the latest last.
  private var recentIDs: [UUID] = []

  /// Why a request cannot be accepted; nil if it can.
  func reasonAgainst(_ settings: PhotoSettings) -> String? {
    if recentIDs.contains(settings.uniqueID) { return "these settings were used already; each photo takes its own" }
    if unfinishedCount >= Self.capacity { return "\(Self.capacity) photos are unfinished; ask again later" }
    return nil
  }

  /// Accepts a request. It is unfinished until ``finishOne()``.
  mutating func accept(_ settings: PhotoSettings) {
    recentIDs.append(settings.uniqueID)
    if recentIDs.count > Self.rememberedCount { recentIDs.removeFirst() }
    unfinishedCount += 1
  }

  /// Makes an accepted request wait for the next frame.
  mutating func wait(_ request: PhotoRequest) { waiting.append(request) }

  /// Removes the requests that wait and returns them. They stay unfinished.
  mutating func takeWaiting() -> [PhotoRequest] {
    defer { waiting = [] }
    return waiting
  }

  /// Counts a request as finished.
  mutating func finishOne() { unfinishedCount -= 1 }

  /// Removes the requests that wait and returns them. They count as finished.
  mutating func cancelWaiting() -> [PhotoRequest] {
    unfinishedCount -= waiting.count
    return takeWaiting()
  }
}
