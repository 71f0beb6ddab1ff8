import FoundationEssentials
import FrameStream
import Glibc
import Imaging
import Support
import Testing

@testable import Capture

@Suite struct CameraSelectionTests {
  private let cameras: EmulatedCameras
  private let session = CaptureSession()
  private let movie = MovieFileOutput()

  init() throws {
    cameras = try EmulatedCameras()
    try cameras.plugIn("video0", ["format GREY 64x48 50"])
  }

  private func selection(_ mode: CameraSelection.Mode) async throws -> (CameraSelection, CameraPreferences) {
    let preferences = CameraPreferences(cameras.discovery([.external]))
    try await session.add(movie)
    let selection = CameraSelection(session, preferences: preferences, mode: mode, recording: movie)
    await selection.start()
    return (selection, preferences)
  }

  private func name(_ device: CaptureDevice?) -> String? { device?.path?.split(separator: "/").last.map(String.init) }

  private func has(_ expected: String?, _ selection: CameraSelection) async -> Bool {
    await eventually {
      let inputs = await session.inputs
      return await name(selection.camera) == expected && name(inputs.first?.device) == expected
    }
  }

  @Test func `statement 5.10: the camera is not switched while recording, and looked at again afterwards`() async throws
  {
    let (selection, _) = try await selection(.automatic)
    #expect(await has("video0", selection))
    try await session.startRunning()
    let folder = try TemporaryFolder()
    try movie.startRecording(to: folder.url.appending(path: "a.mp4"))
    try cameras.plugIn("video1", ["format GREY 32x16 50"])
    let search = cameras.discovery([.external])
    #expect(await eventually { search.devices.count == 2 })
    try await Task.sleep(for: .milliseconds(50))
    #expect(await has("video0", selection))
    let recorded = try #require(await movie.stopRecording())
    #expect(recorded.error == nil)
    #expect(await has("video1", selection))
    await session.stopRunning()
  }

  @Test func `statement 13.6: automatic follows what is plugged in, manual the choice, and the first stays the first`()
    async throws
  {
    for manner in CameraSelection.Mode.allCases {
      let test = try Self()
      let (selection, _) = try await test.selection(manner)
      #expect(await test.has("video0", selection))
      try test.cameras.plugIn("video1", ["format GREY 32x16 50"])
      let search = test.cameras.discovery([.external])
      #expect(await eventually { search.devices.count == 2 })
      #expect(await test.has(manner == .automatic ? "video1" : "video0", selection), "\(manner)")
      try test.cameras.unplug("video0")
      #expect(await test.has("video1", selection), "\(manner)")
      try test.cameras.unplug("video1")
      #expect(await test.has(nil, selection), "\(manner)")
    }
  }

  @Test func `statement 13.6: a camera that is chosen is switched to, and one that cannot be opened is reported`()
    async throws
  {
    try cameras.plugIn("video1", ["format GREY 32x16 50"])
    let (selection, preferences) = try await selection(.manual)
    #expect(await has("video0", selection))
    let other = try #require(preferences.search.devices.first { name($0) == "video1" })
    var events = selection.events.makeAsyncIterator()
    try await selection.choose(other)
    #expect(await has("video1", selection))
    guard case .didSwitch(let device) = await events.next() else { throw CancellationError() }
    #expect(device === other)
    let first = try #require(preferences.search.devices.first { name($0) == "video0" })
    // Its file is exchanged for one that may not be opened.
    let file = cameras.folder.url.appending(path: "video0")
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self) + "refused \(EACCES)\n"
    let descriptor = open(file.path, O_WRONLY | O_TRUNC)
    _ = text.withCString { write(descriptor, $0, strlen($0)) }
    close(descriptor)
    if first.isConnected {
      try await selection.choose(first)
      guard case .didFail(let refused, .notAuthorized) = await events.next() else { throw CancellationError() }
      #expect(refused === first)
    }
    #expect(await has("video1", selection))
  }

  @Test func `a camera that vanishes during a commit is an error, and the rest of the change is applied`()
    async throws
  {
    let search = cameras.discovery([.external])
    let first = try CaptureInput(device: #require(search.devices.first))
    let (old, new) = (RecordingOutput(), RecordingOutput())
    try await session.add(first)
    try await session.add(old)
    try await session.startRunning()
    #expect(await eventually { !old.frames.isEmpty })
    try cameras.plugIn("video1", ["format GREY 32x16 50"])
    #expect(await eventually { search.devices.count == 2 })
    let second = try CaptureInput(device: #require(search.devices.last))
    await session.beginConfiguration()
    try await session.remove(first)
    try await session.add(second)
    try await session.add(new)
    try cameras.unplug("video1")
    await #expect(throws: CaptureError.self) { try await session.commitConfiguration() }
    #expect(await session.isRunning)
    let count = await session.outputs.count
    #expect(count == 2 && new.frames.isEmpty)
    // The session is not stuck: the old camera comes back in the next change.
    await session.beginConfiguration()
    try await session.remove(second)
    try await session.add(CaptureInput(device: first.device))
    try await session.commitConfiguration()
    #expect(await eventually { !new.frames.isEmpty })
    await session.stopRunning()
  }
}
