import ArgumentParser
import Capture
import MatteKit

struct DevicesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "List cameras, their formats and controls, and microphones.",
    discussion: """
      Each format is a size, a pixel format and frame rates. --json writes a document: \
      [{"uniqueID","name","type","position","path","formats","controls"}]. --watch then writes a line for each camera that is \
      plugged in or out, with --json {"event":"connected"|"disconnected","device":{...}}, until Ctrl-C.

      Microphones are those of PulseAudio or PipeWire (pulse:default is its default), and of ALSA's sound cards, as \
      `capture --sound` takes them.

      The exit code is 2 if there is no camera and no microphone, and 65 if some cannot be opened.
      """)

  @Flag(help: "Write a JSON document.") var json = false
  @Flag(help: "Keep running, and write what is plugged in and out.") var watch = false
  @Option(help: ArgumentHelp("The folder of the cameras' files.", valueName: "dir"), completion: .directory)
  var folder = "/dev"

  func run() async throws {
    try await Failure.reporting {
      let search = DiscoverySession(deviceTypes: [.builtInWideAngleCamera, .external], folder: folder)
      let changes = search.changes
      // A custom folder has cameras alone.
      let microphones = folder == "/dev" ? CaptureDevice.microphones() : []
      let devices = search.devices + microphones
      if json {
        if watch {
          for device in devices { try report("connected", device) }
        } else {
          try Console.print(json: devices.map(DeviceReport.init))
        }
      } else {
        for device in devices { list(device) }
      }
      let closed = search.inaccessibleDevices
      if watch {
        for device in closed { Console.warning("\(device.error)") }
        try await CancellingSignals.run {
          for await change in changes {
            switch change {
            case .connected(let device): try report("connected", device)
            case .disconnected(let device): try report("disconnected", device)
            }
          }
        }
        return
      }
      for device in closed.dropLast() { Console.warning("\(device.error)") }
      if let last = closed.last { throw last.error }
      guard !devices.isEmpty else {
        Console.error("there is no camera in \(folder), and no microphone")
        throw ExitCode(2)
      }
    }
  }

  private func list(_ device: CaptureDevice) {
    let position = device.position == .unspecified ? "" : ", \(device.position.rawValue)"
    Console.print(
      "\(device.path ?? device.uniqueID): \(device.localizedName) (\(device.deviceType.rawValue)\(position))")
    for format in device.formats where format.mediaType == .video { Console.print("  \(format)") }
    for control in (try? device.controls()) ?? [] where control.isSettable {
      Console.print("  \(control.name): \(control.range.lowerBound)...\(control.range.upperBound)")
    }
  }

  @Sendable private func report(_ event: String, _ device: CaptureDevice) throws {
    if json {
      try Console.print(jsonLine: DeviceReport.Change(event: event, device: DeviceReport(device)))
    } else {
      Console.print("\(event): \(device.path ?? device.uniqueID): \(device.localizedName)")
    }
  }
}
