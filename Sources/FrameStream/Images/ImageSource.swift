import FoundationEssentials
import Imaging
import Kernels
import PhotoFile

/// Reads pictures one after the other.
struct ImageSource: FrameSource {
  let files: [URL]
  let frameRate: (numerator: Int32, denominator: Int32)
  private let warnings: PictureWarnings
  private var index = 0

  init(files: [URL], frameRate: (numerator: Int32, denominator: Int32), warnings: PictureWarnings) {
    self.files = files
    self.frameRate = frameRate
    self.warnings = warnings
  }

  mutating func nextFrame() throws(FrameStreamError) -> Frame? {
    guard index < files.count else { return nil }
    let file = files[index]
    let photo: Photo
    do {
      photo = try Photo(contentsOf: file, options: ReadingOptions(auxiliaryImages: .none))
    } catch {
      // The message names the file itself.
      let words = "\(error)"
      let reason = words.hasPrefix(file.shownPath + ": ") ? String(words.dropFirst(file.shownPath.count + 2)) : words
      throw .unreadable(file: file.shownPath, reason: reason)
    }
    warnings.add(photo.warnings.map(\.message), of: file.lastPathComponent)
    let time = MediaTime(value: Int64(index) * Int64(frameRate.denominator), timescale: frameRate.numerator)
    index += 1
    return Frame(pixels: photo.pixels.converted(to8Bit: .rgba8), orientation: photo.orientation, time: time)
  }
}
