import FoundationEssentials
import Imaging
import Kernels
import PhotoFile
import Support
import Testing

@testable import Capture

/// Faces of a session, found by the networks themselves.
@Suite struct FaceMetadataTests {
  /// A head on gray, as large as it is cut out.
  private static let side = 160
  private let head: PixelBuffer
  private let clock = ManualClock()
  private let session: CaptureSession
  private let output = MetadataOutput()
  private let other = RecordingOutput()

  init() throws {
    let picture = try Photo(contentsOf: ProjectFolder.dependencies.appending(path: "samples/astronaut.png")).pixels
      .converted(to8Bit: .rgba8)
    head = picture.cropped(to: PixelRect(x: 145, y: 35, width: Self.side, height: Self.side))
    session = CaptureSession(clock: clock)
  }

  /// A picture with heads at places, all turned alike.
  private static func picture(
    _ head: PixelBuffer, at places: [(x: Int, y: Int)], turned: Orientation = .up, size: PixelSize
  ) -> PixelBuffer {
    let head = head.oriented(by: turned)
    var bytes = [UInt8](repeating: 128, count: 4 * size.area)
    for place in places {
      for row in 0..<side {
        let (from, to) = (row * head.rowBytes, 4 * ((place.y + row) * size.width + place.x))
        bytes.replaceSubrange(to..<to + 4 * side, with: head.bytes[from..<from + 4 * side])
      }
    }
    return PixelBuffer(size: size, format: .rgba8) { room in room.copyBytes(from: bytes) }
  }

  /// A session of a camera at ten frames per second, whose frame n is `make(n)`.
  private func start(
    _ size: PixelSize = PixelSize(width: 640, height: 480), _ make: @escaping @Sendable (Int) -> PixelBuffer
  ) async throws {
    let format = CaptureDeviceFormat(dimensions: size, pixelFormat: .rgb24, frameRates: [FrameRateRange(rate: 10)])
    try await session.add(
      CaptureInput(device: CaptureDevice(name: "heads", formats: [format]) { _, index in make(index) }))
    try await session.add(output)
    try await session.add(other)
    try output.setMetadataObjectTypes([.face])
    try await session.startRunning()
  }

  /// The faces of the first frames, one list each.
  private func faces(_ count: Int) async throws -> [[Face]] {
    var found: [[Face]] = []
    var lists = output.objects.makeAsyncIterator()
    for index in 0..<count {
      await clock.advance(by: index == 0 ? .zero : .parts(1, of: 10))
      let list = try #require(try await lists.next())
      #expect(list.time == .parts(Int64(index), of: 10) && list.faces.allSatisfy { $0.time == list.time })
      found.append(list.faces)
    }
    #expect(other.times.count == count && other.drops.isEmpty)
    return found
  }

  @Test func `statement 4.5: of twelve faces ten are reported, with distinct ascending IDs`() async throws {
    let (head, size) = (head, PixelSize(width: 660, height: 500))
    let places = (0..<12).map { (x: 165 * ($0 % 4), y: 168 * ($0 / 4)) }
    try await start(size) { _ in Self.picture(head, at: places, size: size) }
    let found = try await faces(6)
    #expect(found.allSatisfy { $0.count <= 10 } && found.last?.count == 10, "\(found.map(\.count))")
    var known: Set<Int> = []
    for faces in found {
      let ids = faces.compactMap(\.id)
      #expect(ids.count == faces.count && Set(ids).count == ids.count)
      // A number that is new is higher than all before it.
      let fresh = Set(ids).subtracting(known)
      #expect(fresh.allSatisfy { new in known.allSatisfy { $0 < new } })
      known.formUnion(fresh)
    }
  }

  @Test func `statement 4.5: a face that leaves and returns has a new ID, because faces are not recognised`()
    async throws
  {
    let (head, size) = (head, PixelSize(width: 640, height: 480))
    try await start { index in
      Self.picture(head, at: index < 4 || index >= 44 ? [(x: 240, y: 160)] : [], size: size)
    }
    let found = try await faces(48)
    #expect(found.prefix(4).allSatisfy { $0.map(\.id) == [1] })
    #expect(found[40].isEmpty && found.last?.map(\.id) == [2], "\(found.map { $0.map(\.id) })")
  }

  @Test(arguments: [(Orientation.up, 0.0), (.right, 90), (.down, 180), (.left, 270)])
  func `statement 4.5: roll is reported over the full circle in steps of 30 degrees, yaw in steps of 45`(
    turned: Orientation, roll: Double
  ) async throws {
    let (head, size) = (head, PixelSize(width: 640, height: 480))
    try await start { _ in Self.picture(head, at: [(x: 240, y: 160)], turned: turned, size: size) }
    let face = try #require(try await faces(3).last?.first)
    let (own, yaw) = (try #require(face.roll), try #require(face.yaw))
    #expect((0..<360).contains(own.degrees) && (0..<360).contains(yaw.degrees))
    #expect(own.quantized(toDegrees: 30).degrees == roll, "\(own.degrees)")
    #expect(yaw.quantized(toDegrees: 45).degrees == 0, "\(yaw.degrees)")
  }

  @Test func `statement 4.5: a face that is turned to the viewer's right has a yaw of 315`() {
    #expect(Face(bounds: .full, yaw: .degrees(-40)).yaw?.quantized(toDegrees: 45).degrees == 315)
  }

  @Test(arguments: [PixelSize(width: 320, height: 240), PixelSize(width: 1280, height: 720)])
  func `statement 4.5: bounds reach from above the brows to below the lips, at all resolutions`(size: PixelSize)
    async throws
  {
    let head = head
    let place = (x: size.width / 2 - 80, y: size.height / 2 - 80)
    try await start(size) { _ in Self.picture(head, at: [place], size: size) }
    let bounds = try #require(try await faces(2).last?.first).bounds
    // By the picture that was cut out: the brows are at 52, the lips end at 119, cheeks go from 37 to 124.
    let left = bounds.minX * Double(size.width) - Double(place.x)
    let right = bounds.maxX * Double(size.width) - Double(place.x)
    let top = bounds.minY * Double(size.height) - Double(place.y)
    let bottom = bounds.maxY * Double(size.height) - Double(place.y)
    #expect((40..<53).contains(top) && (118..<131).contains(bottom), "\(top) \(bottom)")
    #expect((22..<46).contains(left) && (112..<136).contains(right), "\(left) \(right)")
  }
}
