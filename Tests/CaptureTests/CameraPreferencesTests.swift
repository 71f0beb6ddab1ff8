import FoundationEssentials
import Imaging
import Testing

@testable import Capture

@Suite struct CameraPreferencesTests {
  private let cameras: EmulatedCameras
  private let history: URL

  init() throws {
    cameras = try EmulatedCameras()
    history = cameras.folder.url.appending(path: "history.json")
    try plugIn(0, "platform:isp", orientation: 1)
    try plugIn(1, "platform:isp", orientation: 0)
  }

  private func plugIn(_ number: Int, _ bus: String = "usb-1", orientation: Int? = nil) throws {
    let control = orientation.map { ["control 0x009a0922 3 0 2 1 \($0) 4 Camera Orientation"] } ?? []
    try cameras.plugIn("video\(number)", bus: bus, ["format GREY 16x8 30"] + control)
  }

  private func name(_ device: CaptureDevice?) -> String? { device?.path?.split(separator: "/").last.map(String.init) }

  private func preferences() -> (DiscoverySession, CameraPreferences) {
    let search = cameras.discovery([.builtInWideAngleCamera, .external])
    return (search, CameraPreferences(search, history: history))
  }

  private func device(_ number: Int, _ search: DiscoverySession) async throws -> CaptureDevice {
    #expect(await eventually { search.devices.contains { name($0) == "video\(number)" } })
    return try #require(search.devices.first { name($0) == "video\(number)" })
  }

  @Test func `statement 13.4: the user's choice survives restarts, with a history for absent cameras`()
    async throws
  {
    try plugIn(2)
    try plugIn(3)
    do {
      let (search, preferences) = preferences()
      #expect(name(preferences.userPreferredCamera) == "video0")
      try await preferences.noteUse(of: device(1, search))
      #expect(name(preferences.userPreferredCamera) == "video1")
      try await preferences.setUserPreferredCamera(device(2, search))
      try await preferences.setUserPreferredCamera(device(3, search))
      #expect(name(preferences.userPreferredCamera) == "video3")
    }
    #expect(name(preferences().1.userPreferredCamera) == "video3")
    try cameras.unplug("video3")
    #expect(name(preferences().1.userPreferredCamera) == "video2")
    try cameras.unplug("video2")
    // A camera that has delivered frames precedes one that never did.
    #expect(name(preferences().1.userPreferredCamera) == "video1")
    try Data("damaged".utf8).write(to: history)
    #expect(name(preferences().1.userPreferredCamera) == "video0")
  }

  @Test func `statement 13.5: the front camera by default, then the user's choice, and a camera plugged in after it`()
    async throws
  {
    let (search, preferences) = preferences()
    var changes = preferences.changes.makeAsyncIterator()
    #expect(name(preferences.systemPreferredCamera) == "video1")
    try await preferences.setUserPreferredCamera(device(0, search))
    #expect(name(await changes.next() ?? nil) == "video0")
    try plugIn(2)
    #expect(name(await changes.next() ?? nil) == "video2")
    try await preferences.setUserPreferredCamera(device(1, search))
    #expect(name(await changes.next() ?? nil) == "video1")
    try plugIn(3)
    #expect(name(await changes.next() ?? nil) == "video3")
    try cameras.unplug("video3")
    #expect(name(await changes.next() ?? nil) == "video1")
    // A camera of the machine itself is no news.
    try plugIn(4, "platform:isp", orientation: 1)
    _ = try await device(4, search)
    #expect(name(preferences.systemPreferredCamera) == "video1")
  }

  @Test func `statement 13.6: an app is automatic, manual, or takes the first in the list`() async throws {
    let (search, preferences) = preferences()
    try await preferences.setUserPreferredCamera(device(0, search))
    try plugIn(2)
    _ = try await device(2, search)
    #expect(name(preferences.systemPreferredCamera) == "video2")
    #expect(name(preferences.userPreferredCamera) == "video0")
    #expect(name(cameras.discovery([.external, .builtInWideAngleCamera]).devices.first) == "video2")
  }

  @Test func `statement 13.7: a camera without a position counts as front for a switch`() async throws {
    try plugIn(2)
    let positions = cameras.discovery([.builtInWideAngleCamera, .external]).devices.map(\.effectivePosition)
    #expect(positions == [.back, .front, .front])
  }

  @Test func `a history that cannot be written is an error, and the choice counts`() async throws {
    let search = cameras.discovery([.builtInWideAngleCamera])
    let preferences = CameraPreferences(search, history: URL(filePath: "/proc/none/history.json"))
    let back = try await device(0, search)
    #expect(throws: CaptureError.self) { try preferences.setUserPreferredCamera(back) }
    #expect(preferences.systemPreferredCamera === back && preferences.userPreferredCamera === back)
  }
}
