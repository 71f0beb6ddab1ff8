import Glibc
import Synchronization

/// Finds devices, and reports devices that are plugged in or out (AVFoundation's `AVCaptureDevice.DiscoverySession`).
/// May be shared by threads; the search ends with the object.
///
/// ```swift
/// let search = DiscoverySession(deviceTypes: [.external, .builtInWideAngleCamera])
/// for device in search.devices { print(device.localizedName, device.formats.count) }
/// for await change in search.changes { print(change) }
/// ```
public final class DiscoverySession: Sendable {
  /// A device that was plugged in or out.
  public enum Change: Sendable {
    /// A device was plugged in. If it was there before, it is another object now.
    case connected(CaptureDevice)
    /// A device was unplugged.
    case disconnected(CaptureDevice)
  }

  /// A device that is present but cannot be opened.
  public struct InaccessibleDevice: Sendable, Hashable {
    /// The path of the device's file.
    public let path: String
    /// Why the device cannot be opened.
    public let error: CaptureError
  }

  /// The kinds of devices that are searched for, in order of preference.
  public let deviceTypes: [CaptureDeviceType]
  /// The kind of media that the devices give; nil for any.
  public let mediaType: CaptureMediaType?
  /// The position of the devices; ``CaptureDevicePosition/unspecified`` for any.
  public let position: CaptureDevicePosition
  private let virtualDevices: [CaptureDevice]
  private let folder: CameraFolder
  private let broadcaster = Broadcaster<Change>()
  private let watcher: FolderWatcher?

  /// - Parameters:
  ///   - deviceTypes: the kinds of devices to search for, in order of preference.
  ///   - mediaType: the kind of media that devices must give; nil for any.
  ///   - position: the position that devices must have; unspecified for any.
  ///   - folder: the folder of the devices' files; tests may use one of their own in place of `/dev`.
  ///   - virtualDevices: devices that the program made, which are found too.
  public convenience init(
    deviceTypes: [CaptureDeviceType] = [.external, .builtInWideAngleCamera, .virtual],
    mediaType: CaptureMediaType? = .video, position: CaptureDevicePosition = .unspecified, folder: String = "/dev",
    virtualDevices: [CaptureDevice] = []
  ) {
    self.init(
      deviceTypes: deviceTypes, mediaType: mediaType, position: position, folder: folder,
      virtualDevices: virtualDevices, calls: .system)
  }

  init(
    deviceTypes: [CaptureDeviceType], mediaType: CaptureMediaType?, position: CaptureDevicePosition, folder: String,
    virtualDevices: [CaptureDevice], calls: SystemCalls
  ) {
    self.deviceTypes = deviceTypes
    self.mediaType = mediaType
    self.position = position
    self.virtualDevices = virtualDevices
    let cameras = CameraFolder(folder, calls: calls)
    self.folder = cameras
    // Watched before the first scan, so that no change between the two is missed.
    let watcher = FolderWatcher(folder)
    self.watcher = watcher
    cameras.scan()
    let isWanted = Self.filter(deviceTypes, mediaType, position)
    watcher?.start { [broadcaster] name, isGone in
      for change in isGone ? cameras.remove(name) : cameras.add(name) {
        switch change {
        case .connected(let device), .disconnected(let device):
          if isWanted(device) { broadcaster.send(change) }
        }
      }
    }
  }

  deinit {
    watcher?.stop()
    broadcaster.finish()
  }

  /// The devices that are connected now, in the order of ``deviceTypes``, within a type in that of their files.
  public var devices: [CaptureDevice] {
    let found = (folder.devices + virtualDevices).filter(Self.filter(deviceTypes, mediaType, position))
    return deviceTypes.flatMap { type in found.filter { $0.deviceType == type } }
  }

  /// Devices that are present but cannot be opened, for lack of permission for example.
  public var inaccessibleDevices: [InaccessibleDevice] { folder.inaccessibleDevices }

  /// Devices that are plugged in or out from now on. Each caller has a sequence of its own.
  public var changes: AsyncStream<Change> { broadcaster.stream() }

  private static func filter(
    _ types: [CaptureDeviceType], _ mediaType: CaptureMediaType?, _ position: CaptureDevicePosition
  ) -> @Sendable (CaptureDevice) -> Bool {
    { device in
      types.contains(device.deviceType) && (mediaType.map(device.hasMediaType) ?? true)
        && (position == .unspecified || device.position == position)
    }
  }
}
