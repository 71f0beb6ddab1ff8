import FoundationEssentials
import Imaging
import PhotoFile

/// Writes each frame as a picture of its own: `000001.png` and so on. Used by one thread at a time.
public final class ImageSequenceWriter: FrameWriter {
  private let folder: URL
  private let options: EncodingOptions
  private let pathExtension: String
  private let overwrites: Bool
  private var count = 0

  /// - Parameters:
  ///   - folder: is there already.
  ///   - pathExtension: of the files, as `options` make them.
  public init(folder: URL, as options: EncodingOptions = .png, pathExtension: String = "png", overwriting: Bool = false)
  {
    self.folder = folder
    self.options = options
    self.pathExtension = pathExtension
    overwrites = overwriting
  }

  public func write(_ frame: Frame) throws(FrameStreamError) {
    count += 1
    let number = String(count)
    let name = String(repeating: "0", count: max(0, 6 - number.count)) + number
    let file = folder.appending(path: "\(name).\(pathExtension)")
    do {
      try Photo(pixels: frame.pixels, orientation: frame.orientation)
        .write(to: file, as: options, overwriting: overwrites)
    } catch {
      throw .unwritable(file: file.path, reason: "\(error)")
    }
  }

  public func finish() throws(FrameStreamError) {}
}
