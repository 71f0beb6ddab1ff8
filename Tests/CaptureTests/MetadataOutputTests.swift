import Imaging
import Synchronization
import Testing

@testable import Capture

@Suite struct MetadataOutputTests {
  private let clock = ManualClock()
  private let session: CaptureSession

  init() { session = CaptureSession(clock: clock) }

  /// Finds in frame n what a table says.
  private struct Table: MetadataDetector {
    let faces: @Sendable (Int) throws(CaptureError) -> [NormalizedRect]
    var types: Set<MetadataObjectType> { [.face] }

    func makeSearch() -> any MetadataSearch { Search(faces: faces) }

    private final class Search: MetadataSearch {
      let faces: @Sendable (Int) throws(CaptureError) -> [NormalizedRect]
      init(faces: @escaping @Sendable (Int) throws(CaptureError) -> [NormalizedRect]) { self.faces = faces }

      func objects(in frame: Frame, _ request: MetadataRequest) throws(CaptureError) -> [any MetadataObject] {
        let index = Int((frame.time * 30).seconds.rounded())
        return try faces(index).enumerated().map { Face(id: $0.offset + 1, time: frame.time, bounds: $0.element) }
      }
    }
  }

  private static let left = NormalizedRect(x: 0.1, y: 0.2, width: 0.2, height: 0.3)
  private static let right = NormalizedRect(x: 0.6, y: 0.2, width: 0.2, height: 0.3)

  private func start(
    _ output: MetadataOutput, besides others: [any CaptureOutput] = [],
    searchingFor types: Set<MetadataObjectType> = [.face]
  ) async throws {
    try await session.add(CaptureInput(device: VirtualCamera.device()))
    try await session.add(output)
    for other in others { try await session.add(other) }
    try output.setMetadataObjectTypes(types)
    try await session.startRunning()
  }

  @Test func `statement 4.1: types depend on the connection, none is on until asked for, others are refused`()
    async throws
  {
    let output = MetadataOutput(detector: Table { _ in [Self.left] })
    #expect(output.availableMetadataObjectTypes.isEmpty)
    #expect(throws: CaptureError.self) { try output.setMetadataObjectTypes([.face]) }
    try await start(output, searchingFor: [])
    #expect(output.availableMetadataObjectTypes == [.face] && output.metadataObjectTypes.isEmpty)
    await clock.advance(by: .parts(5, of: 30))
    #expect(output.counts.delivered == 0 && output.counts.dropped == 0)
    let code = MetadataObjectType(rawValue: "qr")
    #expect(throws: CaptureError.self) { try output.setMetadataObjectTypes([.face, code]) }
    #expect(output.metadataObjectTypes.isEmpty)
    try output.setMetadataObjectTypes([.face])
    await clock.advance(by: .parts(1, of: 30))
    var lists = output.objects.makeAsyncIterator()
    #expect(try await lists.next()?.time == .parts(6, of: 30))
  }

  @Test func `statement 4.2: a list has the time of its frame, its objects their type, time and bounds`() async throws {
    let output = MetadataOutput(detector: Table { _ in [Self.left, Self.right] })
    try await start(output)
    await clock.advance(by: .zero)
    var lists = output.objects.makeAsyncIterator()
    let list = try #require(try await lists.next())
    #expect(list.time == .zero && list.objects.map(\.type) == [.face, .face])
    #expect(list.faces.map(\.bounds) == [Self.left, Self.right] && list.faces.allSatisfy { $0.time == .zero })
  }

  @Test func `statement 4.3: empty lists are given too`() async throws {
    let output = MetadataOutput(detector: Table { $0 % 2 == 0 ? [Self.left] : [] })
    try await start(output)
    var lists = output.objects.makeAsyncIterator()
    for index in 0..<6 {
      await clock.advance(by: index == 0 ? .zero : .parts(1, of: 30))
      let list = try #require(try await lists.next())
      #expect(list.objects.count == (index % 2 == 0 ? 1 : 0) && list.time == .parts(Int64(index), of: 30))
    }
  }

  @Test func `statement 4.4: objects whose bounds leave the rect of interest are not given`() async throws {
    let output = MetadataOutput(detector: Table { _ in [Self.left, Self.right] })
    try await start(output)
    #expect(output.rectOfInterest == .full)
    var lists = output.objects.makeAsyncIterator()
    let cases: [(NormalizedRect, [Int])] = [
      (.full, [1, 2]), (NormalizedRect(x: 0, y: 0, width: 0.5, height: 1), [1]),
      (NormalizedRect(x: 0.5, y: 0.1, width: 0.4, height: 0.5), [2]),
      (NormalizedRect(x: 0.2, y: 0, width: 0.8, height: 1), [2]),
      (NormalizedRect(x: 0, y: 0, width: 1, height: 0.4), []),
    ]
    for (index, (rect, ids)) in cases.enumerated() {
      output.rectOfInterest = rect
      await clock.advance(by: index == 0 ? .zero : .parts(1, of: 30))
      #expect(try await lists.next()?.faces.compactMap(\.id) == ids)
    }
  }

  @Test func `statement 4.5: bounds are in the picture as stored, also of a film that is turned`() async throws {
    let device = CaptureDevice(
      name: "turned",
      formats: [
        CaptureDeviceFormat(dimensions: VirtualCamera.size, pixelFormat: .rgb24, frameRates: [FrameRateRange(rate: 30)])
      ],
      frames: { _ in .init(TurnedSource()) })
    let output = MetadataOutput(detector: Table { _ in [Self.left] })
    try await session.add(CaptureInput(device: device))
    try await session.add(output)
    try output.setMetadataObjectTypes([.face])
    try await session.startRunning()
    await clock.advance(by: .zero)
    var lists = output.objects.makeAsyncIterator()
    let bounds = try #require(try await lists.next()?.faces.first?.bounds)
    let expected = Orientation.right.inverse.apply(to: Self.left)
    #expect(abs(bounds.x - expected.x) < 1e-9 && abs(bounds.y - expected.y) < 1e-9)
    #expect(abs(bounds.width - expected.width) < 1e-9 && abs(bounds.height - expected.height) < 1e-9)
  }

  @Test(arguments: [
    (0, false, NormalizedRect(x: 0.1, y: 0.2, width: 0.2, height: 0.3)),
    (90, false, NormalizedRect(x: 0.5, y: 0.1, width: 0.3, height: 0.2)),
    (180, false, NormalizedRect(x: 0.7, y: 0.5, width: 0.2, height: 0.3)),
    (270, false, NormalizedRect(x: 0.2, y: 0.7, width: 0.3, height: 0.2)),
    (0, true, NormalizedRect(x: 0.7, y: 0.2, width: 0.2, height: 0.3)),
  ])
  func `statement 4.7: an object is converted to the picture that a connection shows`(
    angle: Int, isMirrored: Bool, expected: NormalizedRect
  ) async throws {
    let (output, video) = (MetadataOutput(detector: Table { _ in [] }), RecordingOutput())
    try await session.add(CaptureInput(device: VirtualCamera.device()))
    try await session.add(output)
    try await session.add(video)
    let connection = try #require(await session.connections.first { $0.output === video })
    try connection.setVideoRotationAngle(angle)
    try connection.setVideoMirrored(isMirrored)
    let bounds = output.transformedMetadataObject(for: Face(bounds: Self.left), connection: connection).bounds
    #expect(abs(bounds.x - expected.x) < 1e-9 && abs(bounds.y - expected.y) < 1e-9)
    #expect(abs(bounds.width - expected.width) < 1e-9 && abs(bounds.height - expected.height) < 1e-9)
  }

  @Test func `a slow search skips and counts frames, and delays no other output`() async throws {
    let gate = Gate()
    let output = MetadataOutput(
      detector: Table { index in
        if index == 0 { gate.wait() }
        return [Self.left]
      })
    let other = RecordingOutput()
    try await start(output, besides: [other])
    await clock.advance(by: .zero)
    #expect(await eventually { gate.isWaitedFor })
    await clock.advance(by: .parts(10, of: 30))
    #expect(other.times.count == 11)
    gate.open()
    var lists = output.objects.makeAsyncIterator()
    #expect(try await lists.next()?.time == .zero)
    #expect(try await lists.next()?.time == .parts(10, of: 30))
    #expect(output.counts.dropped(for: .late) == 9)
  }

  @Test func `a search in progress when the output leaves its session is delivered as requested`() async throws {
    let gate = Gate()
    let output = MetadataOutput(
      detector: Table { index in
        if index == 0 { gate.wait() }
        return [Self.left]
      })
    try await start(output)
    await clock.advance(by: .zero)
    #expect(await eventually { gate.isWaitedFor })
    await clock.advance(by: .parts(3, of: 30))
    try await session.remove(output)
    gate.open()
    var found: [Int] = []
    for try await list in output.objects { found.append(list.faces.count) }
    #expect(found == [1, 1])
  }

  @Test func `a search that fails ends the lists with its error`() async throws {
    let failure = CaptureError.failed(device: "table", reason: "torn")
    let output = MetadataOutput(detector: Table { (_) throws(CaptureError) in throw failure })
    try await start(output)
    await clock.advance(by: .zero)
    var lists = output.objects.makeAsyncIterator()
    await #expect(throws: failure) { try await lists.next() }
  }
}
