import FoundationEssentials
import Imaging
import Kernels
import PhotoFile

/// Reads pictures one after the other.
struct ImageSource: FrameSource {
  let files: [URL]
  let frameRate: FrameRate
  private let warnings: PictureWarnings
  private var index = 0

  init(files: [URL], frameRate: FrameRate, warnings: PictureWarnings) {
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
      throw .unreadable(file: file.shownPath, reason: reason, code: error.systemError)
    }
    warnings.add(photo.warnings.map(\.message), of: file.lastPathComponent)
    guard let time = frameRate.time(ofFrame: Int64(index)) else {
      throw .limitExceeded(file: file.shownPath, reason: "\(index) pictures")
    }
    index += 1
    return Frame(pixels: photo.pixels.converted(to8Bit: .rgba8), orientation: photo.orientation, time: time)
  }
}
