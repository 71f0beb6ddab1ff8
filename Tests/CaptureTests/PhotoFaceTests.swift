import FilterGraph
import Imaging
import PhotoFile
import Synchronization
import Testing

@testable import Capture

/// Photos with the faces of a running search.
@Suite struct PhotoFaceTests {
  private let photos = PhotoSession()

  @Test func `statement 6.8: the overlay is drawn on the photo by the faces of its frame`() async throws {
    let metadata = MetadataOutput(detector: BrightSquares())
    try await photos.session.add(metadata)
    let square = NormalizedRect(x: 0.25, y: 0.25, width: 0.25, height: 0.5)
    let device = PhotoSession.camera(showing: PixelRect(x: 16, y: 12, width: 16, height: 24))
    try await photos.start(device)
    try metadata.setMetadataObjectTypes([.face])
    await photos.advance(3)
    var lists = metadata.objects.makeAsyncIterator()
    _ = try await lists.next()
    let seen = Mutex<[Face]>([])
    let taken = try await photos.take(
      PhotoSettings(
        encoding: .png,
        overlay: { subject in
          seen.withLock { $0 = subject.faces }
          guard let bounds = subject.faces.first?.bounds else { return .empty }
          let rect = PixelRect(
            x: Int(bounds.minX * 64 + 0.5), y: Int(bounds.minY * 48 + 0.5), width: Int(bounds.width * 64 + 0.5),
            height: Int(bounds.height * 48 + 0.5))
          return Image.color(Color(red: 1, green: 0, blue: 0)).cropped(to: rect)
        }))
    let face = try #require(seen.withLock { $0 }.first)
    #expect(face.id == 5 && face.bounds == square && face.time == taken.time)
    let pixels = try Photo(data: taken.fileData).pixels
    let (inside, outside) = ((24 * 64 + 24) * 4, (24 * 64 + 40) * 4)
    #expect(Array(pixels.bytes[inside..<inside + 3]) == [255, 0, 0])
    #expect(Array(pixels.bytes[outside..<outside + 3]) == [0, 0, 0])
  }

  @Test func `statement 4.9: stills have the faces of the running search with their identities`() async throws {
    let metadata = MetadataOutput(detector: BrightSquares())
    try await photos.session.add(metadata)
    try await photos.start(VirtualCamera.device("bright", sizes: [PhotoSession.size]), mattes: [.portrait])
    let photo = { try Photo(data: try await photos.take(PhotoSettings(encoding: .jpeg())).fileData) }
    #expect(try await photo().faces.isEmpty)
    try metadata.setMetadataObjectTypes([.face])
    // From index 128 on pictures are bright everywhere.
    await photos.advance(140)
    #expect(await eventually { !metadata.faces(near: photos.clock.time).isEmpty })
    let faces = try await photo().faces
    #expect(faces.count == 1 && faces.first?.id == 5)
    #expect(abs(try #require(faces.first).bounds.width - 1) < 0.001)
  }

  @Test func `statement 4.9: the faces of a rotated or cropped photo are in their positions`() async throws {
    let metadata = MetadataOutput(detector: BrightSquares())
    try await photos.session.add(metadata)
    let device = PhotoSession.camera(showing: PixelRect(x: 24, y: 12, width: 16, height: 12))
    try await photos.start(device)
    try metadata.setMetadataObjectTypes([.face])
    await photos.advance(2)
    var lists = metadata.objects.makeAsyncIterator()
    _ = try await lists.next()
    let connection = try #require(await photos.session.connections.first { $0.output === photos.output })
    try connection.setVideoRotationAngle(90)
    try connection.setVideoScaleAndCropFactor(1.5)
    let taken = try await photos.take(PhotoSettings(encoding: .png))
    let face = try #require(taken.photo.faces.first)
    let bright = try #require(BrightSquares.bounds(in: Frame(pixels: taken.photo.pixels, time: .zero)))
    let expected = Orientation.right.apply(to: bright)
    #expect(abs(face.bounds.x - expected.x) < 0.02 && abs(face.bounds.y - expected.y) < 0.02)
    #expect(abs(face.bounds.width - expected.width) < 0.03 && abs(face.bounds.height - expected.height) < 0.03)
  }
}
