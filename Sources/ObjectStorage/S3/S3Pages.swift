import Dispatch

/// The pages of a listing, each requested on demand: at most a thousand objects are held.
public struct S3Pages: AsyncSequence, Sendable {
  let bucket: S3Bucket
  let prefix: String
  let isRecursive: Bool

  /// Walks over the pages.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let pages: S3Pages
    private var continuation: String?
    private var hasEnded = false

    init(_ pages: S3Pages) { self.pages = pages }

    /// The objects of the next page; nil after the last.
    ///
    /// - Throws: ``S3Error``, and `CancellationError` where the task is cancelled.
    public mutating func next() async throws -> [S3Object]? {
      guard !hasEnded else { return nil }
      try Task.checkCancellation()
      let (pages, continuation) = (pages, continuation)
      // The call blocks, which is not allowed on the threads of tasks.
      let page = try await withCheckedThrowingContinuation { done in
        DispatchQueue.global().async {
          done.resume(
            with: Result {
              try pages.bucket.page(prefix: pages.prefix, isRecursive: pages.isRecursive, continuation: continuation)
            })
        }
      }
      self.continuation = page.continuation
      hasEnded = page.continuation == nil
      return page.objects
    }
  }

  /// Begins a listing.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
