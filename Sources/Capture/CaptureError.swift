import Codes
import FaceMeta
import FoundationEssentials
import FrameStream

/// An error of a capture session, a device or an output. The description says what failed and what to do.
public enum CaptureError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// The device may not be opened (AVFoundation's `applicationIsNotAuthorizedToUseDevice`).
  case notAuthorized(device: String)
  /// Another program streams from the device, or it is locked for configuration (`deviceInUseByAnotherApplication`,
  /// `deviceLockedForConfigurationByAnotherProcess`).
  case inUse(device: String, reason: String)
  /// The device was disconnected (`deviceWasDisconnected`).
  case disconnected(device: String)
  /// A device, a connection or an output does not support a setting or a request.
  case unsupported(what: String, reason: String)
  /// An input or an output cannot be added to the session.
  case cannotAdd(what: String, reason: String)
  /// Another failure of the device or the system.
  case failed(device: String, reason: String)
  /// The frames of a virtual device cannot be read, or a movie cannot be written.
  case frames(FrameStreamError)
  /// The search for faces failed.
  case faces(FaceError)
  /// The search for codes failed.
  case codes(CodeError)

  /// The text that Foundation shows as `localizedDescription`: ``description``.
  public var errorDescription: String? { description }

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
