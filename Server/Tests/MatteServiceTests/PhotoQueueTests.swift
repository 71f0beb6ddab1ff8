import Testing

@testable import MatteService

@Suite struct PhotoQueueTests {
  private func wait(until condition: () async -> Bool) async {
    while !(await condition()) { await Task.yield() }
  }

  @Test func `photos beyond those that may wait are refused, with the time to retry`() async throws {
    let queue = PhotoQueue(capacity: 2, workers: 1)
    let answers = (0..<2).map { number in Task { try await queue.answer(to: PhotoJob(effect: "\(number)")) } }
    await wait { await queue.waitingCount == 2 }
    await #expect(throws: PhotoQueue.Refusal.full(retryAfter: 3)) { try await queue.answer(to: PhotoJob(effect: "2")) }
    for _ in 0..<2 {
      let entry = try #require(await queue.next())
      await queue.finish(entry, WorkerAnswer(error: entry.job.effect, code: 65, retry: false))
    }
    #expect(try await Set([answers[0].value.error, answers[1].value.error]) == ["0", "1"])
  }

  @Test func `a photo's wait does not count as processing time`() async throws {
    let queue = PhotoQueue(capacity: 1, workers: 1)
    func answer() async throws {
      let answer = Task { try await queue.answer(to: PhotoJob(effect: "a")) }
      await wait { await queue.waitingCount == 1 }
      // Long enough to be seen in the mean, which begins with one second.
      try await Task.sleep(for: .milliseconds(1100))
      await #expect(throws: PhotoQueue.Refusal.full(retryAfter: 2)) { try await queue.check() }
      let entry = try #require(await queue.next())
      await queue.finish(entry, WorkerAnswer(error: "a", code: 65, retry: false))
      _ = try await answer.value
    }
    for _ in 0..<2 { try await answer() }
  }

  @Test func `ending finishes work and rejects waiting photos`() async throws {
    let queue = PhotoQueue(capacity: 4, workers: 1)
    let worked = Task { try await queue.answer(to: PhotoJob(effect: "a")) }
    let entry = try #require(await queue.next())
    let waiting = Task { try await queue.answer(to: PhotoJob(effect: "b")) }
    await wait { await queue.waitingCount == 1 }
    let end = Task { await queue.end() }
    await #expect(throws: PhotoQueue.Refusal.ending) { try await waiting.value }
    await #expect(throws: PhotoQueue.Refusal.ending) { try await queue.answer(to: PhotoJob(effect: "c")) }
    await queue.finish(entry, WorkerAnswer(error: "x", code: 65, retry: false))
    #expect(try await worked.value.error == "x")
    await end.value
    await queue.close()
    #expect(await queue.next() == nil)
  }
}

extension PhotoQueue.Entry: Equatable {
  public static func == (one: Self, other: Self) -> Bool { one.job == other.job }
}
