/// Photos that wait for a worker, up to a maximum number.
actor PhotoQueue {
  /// Why a photo is not taken.
  enum Refusal: Error, Equatable {
    /// The queue is full; the value is the number of seconds after which there may be room.
    case full(retryAfter: Int)
    /// The service is ending.
    case ending
  }

  /// A photo with its waiting caller.
  struct Entry: Sendable {
    let job: PhotoJob
    /// The number of workers that ended while processing the photo.
    var attempts = 0
    /// When a worker first received the photo.
    fileprivate var begun = ContinuousClock.now
    fileprivate let answer: CheckedContinuation<Result<WorkerAnswer, Refusal>, Never>
  }

  private let capacity: Int
  private let workers: Int
  private var waiting: [Entry] = []
  private var idle: [CheckedContinuation<Entry?, Never>] = []
  private(set) var inWork = 0
  private(set) var isEnding = false
  private var isClosed = false
  /// A moving mean of a worker's seconds per photo, without the photo's waiting time.
  private var meanSeconds = 1.0
  private var whenIdle: [CheckedContinuation<Void, Never>] = []

  init(capacity: Int, workers: Int) { (self.capacity, self.workers) = (capacity, workers) }

  var waitingCount: Int { waiting.count }

  /// Whether a photo would be accepted now, before its bytes are received.
  func check() throws(Refusal) {
    if isEnding { throw .ending }
    if idle.isEmpty, waiting.count >= capacity { throw .full(retryAfter: retryAfter) }
  }

  private var retryAfter: Int {
    min(max(Int((meanSeconds * Double(waiting.count + 1) / Double(workers)).rounded(.up)), 1), 120)
  }

  /// Queues a photo, and waits for the answer.
  func answer(to job: PhotoJob) async throws(Refusal) -> WorkerAnswer {
    try check()
    let answer = await withCheckedContinuation { continuation in
      let entry = Entry(job: job, answer: continuation)
      if idle.isEmpty {
        waiting.append(entry)
      } else {
        inWork += 1
        idle.removeFirst().resume(returning: entry)
      }
    }
    return try answer.get()
  }

  /// The next photo for a worker; nil when there are no more. To be followed by ``finish(_:_:)``.
  func next() async -> Entry? {
    if isClosed { return nil }
    if !waiting.isEmpty {
      inWork += 1
      var entry = waiting.removeFirst()
      entry.begun = .now
      return entry
    }
    return await withCheckedContinuation { idle.append($0) }
  }

  func finish(_ entry: Entry, _ answer: WorkerAnswer) {
    inWork -= 1
    let seconds = (ContinuousClock.now - entry.begun) / .seconds(1)
    meanSeconds += (seconds - meanSeconds) / 16
    entry.answer.resume(returning: .success(answer))
    tellIfIdle()
  }

  /// Answers all that wait: no worker starts.
  func failWaiting(_ answer: WorkerAnswer) {
    for entry in waiting { entry.answer.resume(returning: .success(answer)) }
    waiting = []
  }

  /// Accepts nothing new, refuses waiting photos, and returns when nothing is in progress any more.
  func end() async {
    isEnding = true
    for entry in waiting { entry.answer.resume(returning: .failure(.ending)) }
    waiting = []
    if inWork > 0 { await withCheckedContinuation { whenIdle.append($0) } }
  }

  /// Lets workers go.
  func close() {
    (isEnding, isClosed) = (true, true)
    for worker in idle { worker.resume(returning: nil) }
    idle = []
    failWaiting(WorkerAnswer(error: "the service has ended", code: 69, retry: true))
  }

  private func tellIfIdle() {
    guard inWork == 0 else { return }
    for continuation in whenIdle { continuation.resume() }
    whenIdle = []
  }
}
