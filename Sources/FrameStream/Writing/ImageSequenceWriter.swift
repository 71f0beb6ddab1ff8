import FoundationEssentials
import Glibc
import Imaging
import PhotoFile

/// Writes each frame as a picture of its own: `000001.png` and so on. Used by one thread at a time.
///
/// If pictures may be replaced, those after the last one are removed at the end: a folder contains one movie.
public final class ImageSequenceWriter: FrameWriter {
  private let folder: URL
  private let options: EncodingOptions
  private let pathExtension: String
  private let overwrites: Bool
  private var count = 0

  /// - Parameters:
  ///   - folder: an existing folder.
  ///   - options: the format of the pictures, and how they are coded.
  ///   - pathExtension: the extension of the files; nil for the usual one of the format.
  ///   - overwriting: whether existing pictures may be replaced.
  public init(
    folder: URL, as options: EncodingOptions = .png, pathExtension: String? = nil, overwriting: Bool = false
  ) {
    self.folder = folder
    self.options = options
    self.pathExtension = pathExtension ?? options.format.pathExtension
    overwrites = overwriting
  }

  public func write(_ frame: Frame) throws(FrameStreamError) {
    count += 1
    let file = file(count)
    do {
      try Photo(pixels: frame.pixels, orientation: frame.orientation)
        .write(to: file, as: options, overwriting: overwrites)
    } catch {
      throw .unwritable(
        file: file.shownPath, reason: error.reasonOfWriting ?? "\(error)", code: error.systemError)
    }
  }

  /// Removes the pictures after the last one, which are left from a longer movie. It throws no errors.
  public func finish() throws(FrameStreamError) {
    guard overwrites else { return }
    var number = count + 1
    while unlink(file(number).path) == 0 { number += 1 }
  }

  /// The file of a picture, counted from 1.
  private func file(_ number: Int) -> URL {
    let digits = String(number)
    return folder.appending(
      path: "\(String(repeating: "0", count: max(0, 6 - digits.count)))\(digits).\(pathExtension)")
  }
}
