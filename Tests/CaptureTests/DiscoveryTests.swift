import FoundationEssentials
import Glibc
import Imaging
import Testing

@testable import Capture

@Suite struct DiscoveryTests {
  private let cameras: EmulatedCameras
  private static let lines = ["format YUYV 32x16 200"]

  init() throws { cameras = try EmulatedCameras() }

  @Test func `statement 13.1: devices have types and positions, and are listed in the order of types asked for`() throws
  {
    try cameras.plugIn("video10", card: "Ten", Self.lines)
    try cameras.plugIn("video2", card: "Two", Self.lines)
    try cameras.plugIn(
      "video0", card: "Front", bus: "platform:isp", Self.lines + ["control 0x009a0922 3 0 2 1 0 4 Camera Orientation"])
    try cameras.plugIn(
      "video1", card: "Back", bus: "platform:isp", Self.lines + ["control 0x009a0922 3 0 2 1 1 4 Camera Orientation"])
    let film = VirtualCamera.device("film")
    func names(_ types: [CaptureDeviceType], _ position: CaptureDevicePosition = .unspecified) -> [String] {
      cameras.discovery(types, position: position, virtualDevices: [film]).devices.map(\.localizedName)
    }
    #expect(names([.external, .builtInWideAngleCamera]) == ["Two", "Ten", "Front", "Back"])
    #expect(names([.builtInWideAngleCamera, .virtual, .external]) == ["Front", "Back", "film", "Two", "Ten"])
    #expect(names([.external]) == ["Two", "Ten"])
    #expect(names([.builtInWideAngleCamera], .back) == ["Back"])
    #expect(names([.microphone]).isEmpty)
    let two = try #require(cameras.discovery().devices.first)
    #expect(two.deviceType == .external && two.position == .unspecified && two.isConnected)
    #expect(two.path == cameras.folder.url.path + "/video2" && two.hasMediaType(.video) && !two.hasMediaType(.audio))
  }

  @Test func `nodes without pictures, files that are no devices and other names are left out`() throws {
    try cameras.plugIn("video0", Self.lines)
    try cameras.plugIn("video1", Self.lines + ["output"])
    try cameras.plugIn("video2", ["format S910 640x480 30"])
    try cameras.plugIn("radio0", Self.lines)
    _ = try cameras.folder.file("video3", Array("no camera".utf8))
    try FileManager.default.createDirectory(
      at: cameras.folder.url.appending(path: "video4"), withIntermediateDirectories: true)
    let discovery = cameras.discovery()
    #expect(discovery.devices.map(\.path) == [cameras.folder.url.path + "/video0"])
    #expect(discovery.inaccessibleDevices.isEmpty)
  }

  @Test func `a node that is no camera is examined once, and again when it changes`() async throws {
    // By the system's calls, which open it to write.
    let node = try cameras.folder.file("video1", Array("no camera".utf8))
    let looks = try #require(OpeningCounter(of: node.path))
    let discovery = DiscoverySession(folder: cameras.folder.url.path)
    try await Task.sleep(for: .milliseconds(300))
    #expect(looks.count() == 1)
    #expect(chmod(node.path, 0o600) == 0)
    for _ in 0..<200 where looks.total < 2 {
      try await Task.sleep(for: .milliseconds(20))
      _ = looks.count()
    }
    try await Task.sleep(for: .milliseconds(100))
    _ = looks.count()
    #expect(looks.total == 2)
    #expect(discovery.devices.isEmpty)
  }

  @Test func `statement 13.2: plugging in and out is reported, and the same hardware again is a new object`()
    async throws
  {
    try cameras.plugIn("video0", card: "First", Self.lines)
    let discovery = cameras.discovery()
    var changes = discovery.changes.makeAsyncIterator()
    let first = try #require(discovery.devices.first)

    try cameras.plugIn("video1", card: "Second", Self.lines)
    guard case .connected(let second) = await changes.next() else { throw Unexpected() }
    #expect(second.localizedName == "Second" && discovery.devices.count == 2)

    try cameras.unplug("video0")
    guard case .disconnected(let gone) = await changes.next() else { throw Unexpected() }
    #expect(gone === first && !first.isConnected)
    #expect(discovery.devices.map(\.localizedName) == ["Second"])

    try cameras.plugIn("video0", card: "First", Self.lines)
    guard case .connected(let again) = await changes.next() else { throw Unexpected() }
    #expect(again !== first && again.uniqueID == first.uniqueID && again.isConnected && !first.isConnected)
  }

  private struct Unexpected: Error {}

  @Test func `statement 13.2: a device has the name that its hardware has, wherever it is plugged in`() throws {
    try cameras.plugIn("video0", Self.lines)
    let links = cameras.folder.url.appending(path: "v4l/by-id")
    try FileManager.default.createDirectory(at: links, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: links.path + "/usb-ACME_Camera_123-video-index0", withDestinationPath: "../../video0")
    #expect(cameras.discovery().devices.map(\.uniqueID) == ["usb-ACME_Camera_123-video-index0"])
  }

  @Test func `statement 13.10: devices of the class that are no cameras count`() throws {
    try cameras.plugIn("video0", card: "HDMI Switcher", bus: "usb-0000:00:14.0-3", ["format UYVY 1920x1080 60"])
    let device = try #require(cameras.discovery([.external]).devices.first)
    #expect(device.localizedName == "HDMI Switcher" && device.formats.count == 1)
  }

  @Test func `statement 1.10: a device without permission is reported, and making its input is refused`() throws {
    try cameras.plugIn("video0", Self.lines)
    let device = try #require(cameras.discovery().devices.first)
    try cameras.plugIn("video0", ["refused \(EACCES)"])
    let discovery = cameras.discovery()
    let path = cameras.folder.url.path + "/video0"
    #expect(discovery.devices.isEmpty)
    #expect(
      discovery.inaccessibleDevices
        == [DiscoverySession.InaccessibleDevice(path: path, error: .notAuthorized(device: path))])
    let error = #expect(throws: CaptureError.self) { try CaptureInput(device: device) }
    #expect(error == .notAuthorized(device: path))
    #expect(error?.description.contains("permission denied") == true)
  }

  @Test func `a hundred plugs and unplugs leave no descriptor behind`() async throws {
    let folder = CameraFolder(cameras.folder.url.path, calls: EmulatedCameras.calls)
    for _ in 0..<100 {
      try cameras.plugIn("video0", Self.lines)
      #expect(folder.add("video0").count == 1)
      try cameras.unplug("video0")
      #expect(folder.remove("video0").count == 1)
    }
    #expect(cameras.openCount == 0)
  }
}
