import Imaging
import Synchronization
import Testing

@testable import FilterGraph

@Suite struct CancellationTests {
  /// Counts the requested pixels, and cancels the task at the first of them. Nothing waits for another task here,
  /// because there may be no free thread for one.
  private final class Trip: Sendable {
    let count = Atomic<Int>(0)
    private let task = Mutex<Task<PixelBuffer, any Error>?>(nil)

    func set(_ render: Task<PixelBuffer, any Error>) { task.withLock { $0 = render } }

    func pass() {
      guard count.wrappingAdd(1, ordering: .relaxed).oldValue == 0 else { return }
      while true {
        // The task that renders may begin before the one that made it has put it here.
        let render = task.withLock { $0 }
        if let render { return render.cancel() }
      }
    }
  }

  private struct Tripping: PixelKernel {
    let trip: Trip
    func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
      trip.pass()
      return pixel
    }
  }

  private static let size = PixelSize(width: 512, height: 512)

  /// Renders the result of `change` for a picture whose first pixel cancels the render.
  private func cancelled(_ change: @Sendable (Image) -> Image) async -> (Result<PixelBuffer, any Error>, pixels: Int) {
    let trip = Trip()
    let image = change(Image(PixelBuffer(size: Self.size, format: .rgba8)).applying(Tripping(trip: trip)))
    let render = Task { try Renderer(tileSize: PixelSize(width: 64, height: 16)).render(image) }
    trip.set(render)
    let result = await render.result
    return (result, trip.count.load(ordering: .relaxed))
  }

  @Test func `a cancelled render throws after the tiles in progress`() async throws {
    let (result, pixels) = await cancelled { $0 }
    #expect(throws: RenderError.cancelled) { try result.get() }
    #expect(pixels > 0 && pixels < Self.size.area / 2)
  }

  @Test func `so does one cancelled during a coarse picture or a reduction`() async {
    let changes: [@Sendable (Image) -> Image] = [
      { $0.applying(.gaussianBlur(radius: 30)) }, { $0.applying(.areaAverage()) },
    ]
    for change in changes {
      let (result, pixels) = await cancelled(change)
      #expect(throws: RenderError.cancelled) { try result.get() }
      #expect(pixels > 0 && pixels < Self.size.area / 2)
    }
  }

  @Test func `a task cancelled before does not begin`() async {
    let image = Image(PixelBuffer(size: Self.size, format: .rgba8))
    let counted = Trip()
    let render = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try Renderer().render(image.applying(Tripping(trip: counted)))
    }
    let result = await render.result
    #expect(throws: RenderError.cancelled) { try result.get() }
    #expect(counted.count.load(ordering: .relaxed) == 0)
  }
}
