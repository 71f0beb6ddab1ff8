import CFFmpeg
import FoundationEssentials
import Imaging

/// The sound of a file or a microphone, read by FFmpeg. Used by one thread at a time; its owner ensures that.
package final class SoundReader: @unchecked Sendable {
  /// Rate and channels.
  package let format: AudioFormat
  private let handle: OpaquePointer
  private let name: String
  /// The wake-up that the C reader watches; it must live as long as the reader.
  private let wakeUp: WakeUp?

  /// Opens the best sound of a file.
  ///
  /// - Throws: ``FrameStreamError``, which names the file.
  package convenience init(contentsOf url: URL) throws(FrameStreamError) {
    guard url.isFileURL, !url.path.utf8.contains(0) else {
      throw .unreadable(file: url.path, reason: "it is not the path of a file")
    }
    try self.init(url.path, nil) { cffmpeg_open_sound(url.path, &$0, &$1, &$2) }
  }

  /// Opens a microphone.
  ///
  /// - Parameters:
  ///   - device: the sound system's name of it.
  ///   - system: FFmpeg's name of the sound system, `alsa` or `pulse`.
  ///   - wakeUp: ends the waiting for sound, which then ends.
  /// - Throws: ``FrameStreamError``, which names the device.
  package convenience init(microphone device: String, of system: String, waking wakeUp: WakeUp) throws(FrameStreamError)
  {
    guard !device.utf8.contains(0) else {
      throw .unreadable(file: "\(system):", reason: "it is not the name of a device")
    }
    try self.init("\(system):\(device)", wakeUp) {
      cffmpeg_open_microphone(system, device, wakeUp.descriptor, &$0, &$1, &$2)
    }
  }

  private init(
    _ name: String, _ wakeUp: WakeUp?,
    _ open: (inout OpaquePointer?, inout cffmpeg_sound_info, inout cffmpeg_message) -> cffmpeg_status
  ) throws(FrameStreamError) {
    var opened: OpaquePointer?
    var info = cffmpeg_sound_info()
    var message = cffmpeg_message()
    let status = open(&opened, &info, &message)
    guard status == CFFMPEG_OK, let opened else { throw Self.failure(status, message, name) }
    handle = opened
    self.name = name
    self.wakeUp = wakeUp
    format = AudioFormat(sampleRate: info.sample_rate, channelCount: Int(info.channel_count))
  }

  deinit { cffmpeg_close_sound(handle) }

  /// The next samples, interleaved; nil at the end.
  package func next() throws(FrameStreamError) -> [Float]? {
    var samples: UnsafePointer<Float>?
    var count: Int32 = 0
    var message = cffmpeg_message()
    let status = cffmpeg_next_sound(handle, &samples, &count, &message)
    if status == CFFMPEG_END { return nil }
    guard status == CFFMPEG_OK, let samples else { throw Self.failure(status, message, name) }
    return Array(UnsafeBufferPointer(start: samples, count: Int(count) * format.channelCount))
  }

  private static func failure(_ status: cffmpeg_status, _ message: cffmpeg_message, _ name: String) -> FrameStreamError
  {
    // A file without sound is not a video either.
    if status == CFFMPEG_NOT_VIDEO {
      let error = FrameStreamError(CFFMPEG_UNSUPPORTED, message, file: name)
      return error
    }
    return FrameStreamError(status, message, file: name)
  }
}
