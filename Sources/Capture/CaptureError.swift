import Codes
import FaceMeta
import FrameStream

/// Why a capture session, a device or an output cannot do what is asked. The description says what is wrong and what to do.
public enum CaptureError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The device may not be opened (AVFoundation's `applicationIsNotAuthorizedToUseDevice`).
  case notAuthorized(device: String)
  /// Another program streams from the device, or somebody else has locked it for configuration
  /// (`deviceInUseByAnotherApplication`, `deviceLockedForConfigurationByAnotherProcess`).
  case inUse(device: String, reason: String)
  /// The device is gone (`deviceWasDisconnected`).
  case disconnected(device: String)
  /// A device, a connection or an output does not support what is asked of it.
  case unsupported(what: String, reason: String)
  /// An input or an output does not fit into the session.
  case cannotAdd(what: String, reason: String)
  /// The device or the system failed otherwise.
  case failed(device: String, reason: String)
  /// The frames of a virtual device cannot be read, or a movie cannot be written.
  case frames(FrameStreamError)
  /// Faces cannot be found.
  case faces(FaceError)
  /// Codes cannot be read.
  case codes(CodeError)

  public var description: String {
    switch self {
    case .notAuthorized(let device):
      "\(device): permission denied; add the user to the group that owns the device (Debian: video)"
    case .inUse(let device, let reason): "\(device): in use: \(reason)"
    case .disconnected(let device): "\(device): disconnected, or never there; plug it in and add it as a new input"
    case .unsupported(let what, let reason): "\(what): not supported: \(reason)"
    case .cannotAdd(let what, let reason): "\(what): cannot be added to the session: \(reason)"
    case .failed(let device, let reason): "\(device): \(reason)"
    case .frames(let error): "\(error)"
    case .faces(let error): "\(error)"
    case .codes(let error): "\(error)"
    }
  }
}
