import FoundationEssentials
import Glibc
import Support
import Testing

@Suite struct DevicesCommandTests {
  private let folder: TemporaryFolder
  private let camera: SimulatedCamera

  init() throws {
    folder = try TemporaryFolder()
    camera = try SimulatedCamera(
      [], rate: 30, in: folder, ["format YUYV 320x240 30,15", "control 0x009a090d 1 100 500 10 100 0 Zoom, Absolute"])
  }

  private struct Device: Decodable {
    struct Format: Decodable {
      let width, height: Int
      let pixelFormat: String
      let frameRates: [[Double]]
    }
    struct Control: Decodable {
      let identifier: UInt32
      let name: String
      let maximum: Int64
    }
    let name, type, position: String
    let path: String?
    let formats: [Format]
    let controls: [Control]
  }

  private struct Change: Decodable {
    let event: String
    let device: Device
  }

  @Test func `statement 2.5: cameras are listed with formats and controls`() throws {
    let outcome = try MatteTool.run(
      "devices", "--json", "--folder", camera.devices.path, environment: camera.environment)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let device = try #require(JSONDecoder().decode([Device].self, from: Data(outcome.output.utf8)).first)
    #expect(device.name == "Simulated camera" && device.type == "external" && device.position == "unspecified")
    #expect(device.path == camera.devices.path + "/video-simulated")
    #expect(device.formats.map(\.width) == [64, 320] && device.formats.map(\.pixelFormat) == ["rgb24", "yuyv422"])
    #expect(device.formats.last?.frameRates == [[15, 15], [30, 30]])
    #expect(device.controls.map(\.name) == ["Zoom, Absolute"] && device.controls.first?.maximum == 500)
    let text = try MatteTool.run("devices", "--folder", camera.devices.path, environment: camera.environment)
    #expect(text.output.contains("320x240 yuyv422 15, 30\n"))
  }

  @Test func `statement 13.2: plugging in and out is reported as it happens`() throws {
    let tool = try RunningTool(
      ["devices", "--json", "--watch", "--folder", camera.devices.path], environment: camera.environment)
    func changes() throws -> [Change] {
      // The last line may not be whole yet.
      try tool.outputText.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
        try JSONDecoder().decode(Change.self, from: Data($0.utf8))
      }
    }
    #expect(tool.wait { ((try? changes()) ?? []).count == 1 }, "\(tool.errorText)")
    try camera.plugIn("video7", ["format GREY 64x48 30"])
    #expect(tool.wait { ((try? changes()) ?? []).count == 2 })
    try camera.unplug("video7")
    #expect(tool.wait { ((try? changes()) ?? []).count == 3 })
    #expect(try changes().map(\.event) == ["connected", "connected", "disconnected"])
    #expect(
      try changes().map { $0.device.path?.split(separator: "/").last } == ["video-simulated", "video7", "video7"])
    tool.send(SIGINT)
    #expect(try tool.finish().status == 0)
  }

  @Test func `no camera and a camera without permission are distinguished`() throws {
    let empty = try TemporaryFolder()
    let none = try MatteTool.run("devices", "--folder", empty.url.path)
    #expect(none.status == 2 && none.errors.contains("there is no camera in \(empty.url.path)"))
    try camera.unplug("video-simulated")
    try camera.plugIn("video0", ["refused \(EACCES)"])
    let closed = try MatteTool.run("devices", "--folder", camera.devices.path, environment: camera.environment)
    #expect(closed.status == 65)
    #expect(closed.errors.contains("\(camera.devices.path)/video0: permission denied; add the user to the group"))
  }
}
