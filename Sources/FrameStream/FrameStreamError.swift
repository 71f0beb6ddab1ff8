import CFFmpeg
import FoundationEssentials
import Glibc
import PhotoFile

/// An error of reading or writing frames. The description names the source, the fault and what to do.
public enum FrameStreamError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// The source cannot be opened or read: missing, a folder, no permission. `code` is the system's error (`errno`), if
  /// there was one.
  case unreadable(file: String, reason: String, code: Int32? = nil)
  /// The bytes are not a video.
  case notVideo(file: String, reason: String)
  /// The bytes violate the format, or end too soon. The frames before the damage have been delivered.
  case malformed(file: String, reason: String)
  /// The pictures exceed the limit of 150 megapixels.
  case limitExceeded(file: String, reason: String)
  /// The file is valid, but uses a feature that is not supported.
  case unsupported(file: String, reason: String)
  /// Frames cannot be written: there is no permission or no space, the reader has closed the stream, or the container
  /// does not support them. `code` is the system's error (`errno`), if there was one.
  case unwritable(file: String, reason: String, code: Int32? = nil)
  /// The task was cancelled before the movie was complete, so that none was written.
  case cancelled(file: String)
  /// The libraries that decode video are not installed.
  case runtimeMissing(reason: String)

  /// The text that Foundation shows as `localizedDescription`: ``description``.
  public var errorDescription: String? { description }

  public var description: String {
    switch self {
    case .unreadable(let file, let reason, _): "\(file): cannot be read: \(reason)"
    case .notVideo(let file, let reason): "\(file): not a video: \(reason)"
    case .malformed(let file, let reason): "\(file): damaged or incomplete: \(reason)"
    case .limitExceeded(let file, let reason): "\(file): refused: \(reason)"
    case .unsupported(let file, let reason): "\(file): not supported: \(reason)"
    case .unwritable(let file, let reason, _): "\(file): cannot be written: \(reason)"
    case .cancelled(let file): "\(file): interrupted, and not written"
    case .runtimeMissing(let reason):
      "FFmpeg's libraries, which decode video, cannot be loaded (\(reason)); "
        + "install them (Debian: libavformat59, libswscale6, libavdevice59 for cameras and microphones, librubberband2 for slow sound) or pipe the video in as y4m"
    }
  }
}

extension FrameStreamError {
  /// The error of the system (`errno`) because of which a file cannot be read.
  static func cannotRead(_ file: String, _ code: Int32) -> FrameStreamError {
    .unreadable(file: file, reason: String(cString: strerror(code)), code: code)
  }

  /// The error of the system (`errno`) because of which a file cannot be written.
  static func cannotWrite(_ file: String, _ code: Int32) -> FrameStreamError {
    .unwritable(file: file, reason: String(cString: strerror(code)), code: code)
  }

  /// The error for a status of a C function, about a file.
  init(_ status: cffmpeg_status, _ message: cffmpeg_message, file: String) {
    let reason = withUnsafeBytes(of: message.text) { text in
      String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    }
    let code = message.system_error == 0 ? nil : message.system_error
    self =
      switch status {
      case CFFMPEG_RUNTIME_MISSING: .runtimeMissing(reason: reason)
      case CFFMPEG_NOT_VIDEO: .notVideo(file: file, reason: reason)
      case CFFMPEG_STILL_PICTURE: .notVideo(file: file, reason: Self.reason(forPictureOf: reason))
      case CFFMPEG_MALFORMED: .malformed(file: file, reason: reason)
      case CFFMPEG_UNWRITABLE: .unwritable(file: file, reason: reason, code: code)
      case CFFMPEG_LIMIT_EXCEEDED: .limitExceeded(file: file, reason: reason)
      case CFFMPEG_UNSUPPORTED: .unsupported(file: file, reason: reason)
      default: .unreadable(file: file, reason: reason, code: code)
      }
  }

  /// - Parameter format: the format by FFmpeg's name.
  private static func reason(forPictureOf format: String) -> String {
    let isRead = PhotoFormat.allCases.contains { $0.name.lowercased().filter { $0 != " " } == format }
    return isRead
      ? "it is a still picture; give a movie, or read it as a Photo"
      : "it is a still picture, and pictures of its format (\(format)) are not read; convert it to one of "
        + PhotoFormat.names { $0.isWritable }
  }
}
