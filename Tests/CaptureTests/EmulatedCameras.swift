import CVideo4Linux
import EmulatedVideo4Linux
import FoundationEssentials
import Support

@testable import Capture

/// A folder that stands in for `/dev`, with emulated cameras.
final class EmulatedCameras {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The system calls that reach them.
  static var calls: SystemCalls {
    SystemCalls(
      calls: cv4l_calls(open: emulated_open, close: emulated_close, ioctl: emulated_ioctl, poll: emulated_poll))
  }

  /// Plugs a camera in.
  ///
  /// - Parameter lines: of its description, see EmulatedVideo4Linux.h.
  func plugIn(
    _ name: String, card: String = "Emulated camera", bus: String = "usb-0000:00:14.0-1", _ lines: [String]
  ) throws {
    let names = ["card \(card)", "bus \(bus)", "driver emulated"]
    let text = (["emulated-video4linux"] + names + lines).joined(separator: "\n") + "\n"
    // Created under another name first, so that a reader finds it complete.
    let file = folder.url.appending(path: ".\(name)")
    try Data(text.utf8).write(to: file)
    try? FileManager.default.removeItem(at: folder.url.appending(path: name))
    try FileManager.default.moveItem(at: file, to: folder.url.appending(path: name))
  }

  /// Cameras of the folder that are open: each holds the file that describes it.
  var openCount: Int {
    let links = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return links.count { link in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(link)"))?
        .hasPrefix(folder.url.path + "/video") == true
    }
  }

  func unplug(_ name: String) throws { try FileManager.default.removeItem(at: folder.url.appending(path: name)) }

  func discovery(
    _ types: [CaptureDeviceType] = [.external, .builtInWideAngleCamera, .virtual],
    position: CaptureDevicePosition = .unspecified, virtualDevices: [CaptureDevice] = []
  ) -> DiscoverySession {
    DiscoverySession(
      deviceTypes: types, mediaType: .video, position: position, folder: folder.url.path,
      virtualDevices: virtualDevices,
      calls: Self.calls)
  }
}
