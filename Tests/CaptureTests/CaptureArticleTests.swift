import FoundationEssentials
import Imaging
import PhotoFile
import Support
import Testing

@testable import Capture

/// The examples of the article on Capture do what it says.
@Suite struct CaptureArticleTests {
  @Test func `every Swift example is compiled with the tests`() throws {
    let examples = try DocumentationExamples.compare(
      "Sources/Capture/Capture.docc/Capture.md", with: "Tests/CaptureTests/CaptureSnippets.swift")
    #expect(examples.all.count >= 6)
    for missing in examples.missing { Issue.record("not in CaptureSnippets.swift:\n\(missing)") }
  }

  /// A session that runs, with a camera that shows gray.
  private func session(_ camera: CaptureDevice) async throws -> CaptureSession {
    let session = CaptureSession()
    try await session.add(CaptureInput(device: camera))
    try await session.startRunning()
    return session
  }

  @Test func `the examples zoom, record, take a photo and draw an effect`() async throws {
    let folder = try TemporaryFolder()
    let size = PixelSize(width: 160, height: 120)
    let camera = VirtualCamera.device(sizes: [size])
    let session = try await session(camera)
    let photo = folder.url.appending(path: "photo.heic")
    try await CaptureSnippets.photos(session, url: photo)
    #expect(try Photo(contentsOf: photo).pixels.size == size)

    let film = folder.url.appending(path: "film.mp4")
    let movie = try #require(try await CaptureSnippets.movie(session, url: film))
    #expect(movie.error == nil && movie.frameCount > 0 && movie.url == film)

    try CaptureSnippets.zoom(camera)
    #expect(camera.isRampingVideoZoom)
    let effects = try await CaptureSnippets.effects(session)
    #expect(await eventually { effects.counts.delivered > 0 })
    await session.stopRunning()
  }

  @Test func `the example of sound ends with its task`() async throws {
    let session = CaptureSession()
    let listening = Task { try await CaptureSnippets.sound(session) }
    #expect(await eventually { await session.outputs.count == 1 })
    #expect(await session.inputs.map(\.device.uniqueID) == ["alsa:hw:0"])
    listening.cancel()
    try await listening.value
  }
}
