import FoundationEssentials
import Glibc
import Imaging
import Support
import Testing

@testable import FrameStream

@Suite struct VideoFileErrorTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func error(opening file: URL) -> FrameStreamError? {
    do throws(FrameStreamError) {
      _ = try VideoFile(contentsOf: file)
      return nil
    } catch {
      return error
    }
  }

  @Test func `files that cannot be opened are unreadable`() {
    let missing = folder.url.appending(path: "missing.mp4")
    #expect(
      error(opening: missing) == .unreadable(file: missing.path, reason: "No such file or directory", code: ENOENT))
    #expect(error(opening: folder.url) == .unreadable(file: folder.url.path, reason: "it is a folder"))
    guard case .unreadable = error(opening: URL(filePath: "/dev/zero")) else {
      Issue.record("a device is no file")
      return
    }
  }

  @Test func `a network address is refused`() throws {
    let address = try #require(URL(string: "https://example.org/movie.mp4"))
    #expect(
      error(opening: address)
        == .unreadable(file: "https://example.org/movie.mp4", reason: "it is not the path of a file"))
  }

  @Test func `a file without video is refused`() throws {
    let text = Array(String(repeating: "This is a letter and not a movie.\n", count: 50).utf8)
    // A PCM WAVE file of 100 silent samples.
    let sound =
      Array("RIFF".utf8) + [236, 0, 0, 0] + Array("WAVEfmt ".utf8)
      + [16, 0, 0, 0, 1, 0, 1, 0, 64, 31, 0, 0, 128, 62, 0, 0, 2, 0, 16, 0] + Array("data".utf8) + [200, 0, 0, 0]
      + [UInt8](repeating: 0, count: 200)
    // The head of a PNG.
    let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    for (name, bytes) in [("empty.mp4", []), ("letter.mp4", text), ("sound.mp4", sound), ("picture.mp4", picture)] {
      let file = try folder.file(name, bytes)
      let error = error(opening: file)
      guard case .notVideo(file.path, _) = error else {
        Issue.record("\(name): \(error?.description ?? "no error")")
        continue
      }
    }
  }

  @Test func `an unsupported picture is reported, with the supported formats`() throws {
    // The head of a BMP of 2 by 1 pixels.
    let bitmap: [UInt8] =
      Array("BM".utf8) + [62, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0]
      + [UInt8](repeating: 0, count: 32)
    let file = try folder.file("picture.bmp", bitmap)
    #expect(
      error(opening: file)?.description
        == "\(file.path): not a video: it is a still picture, and pictures of its format (bmp) are not read; "
        + "convert it to one of HEIC, AVIF, JPEG, PNG, WebP, TIFF or JPEG XL")
  }

  @Test func `a playlist cannot refer to other files`() throws {
    let movie = try folder.file("movie.y4m", SyntheticY4M.noise(frames: 2, seed: 6).bytes)
    let list = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n\(movie.path)\n#EXT-X-ENDLIST\n"
    #expect(error(opening: try folder.file("list.m3u8", Array(list.utf8))) != nil)
    let concat = "ffconcat version 1.0\nfile movie.y4m\n"
    #expect(error(opening: try folder.file("list.ffconcat", Array(concat.utf8))) != nil)
  }

  @Test func `a truncated y4m file gives its complete frames and then an error`() async throws {
    let bytes = SyntheticY4M.noise(frames: 3, seed: 7).bytes
    let file = try folder.file("cut.y4m", Array(bytes.dropLast(50)))
    try await expectDamage(in: file, after: 2)
  }

  @Test func `a truncated movie gives its complete frames and then an error`() async throws {
    let movie = SyntheticMovie(durations: [1, 1, 1, 1], colors: [(1, 1, 1), (2, 2, 2), (3, 3, 3), (4, 4, 4)])
    // Within the last picture, at its beginning, and within the one before.
    for (missing, whole) in [(5, 3), (24, 3), (30, 2)] {
      let file = try folder.file("cut.mov", Array(movie.bytes.dropLast(missing)))
      try await expectDamage(in: file, after: whole)
    }
  }

  private func expectDamage(in file: URL, after whole: Int) async throws {
    var seen = 0
    do throws(FrameStreamError) {
      for try await _ in try VideoFile(contentsOf: file).frames { seen += 1 }
      Issue.record("the damage was not noticed")
    } catch {
      guard case .malformed(file.path, _) = error else {
        Issue.record("\(error)")
        return
      }
    }
    #expect(seen == whole)
  }

  @Test func `changed bytes cause at most an error`() async throws {
    var random = RepeatableRandomNumberGenerator(seed: 8)
    let movie = SyntheticMovie(durations: [3, 4, 5], colors: [(1, 2, 3), (4, 5, 6), (7, 8, 9)]).bytes
    let matroska = SyntheticMatroska(pictures: [(1, 0), (2, 30)], codecDelay: 10).bytes
    var outcomes = [true: 0, false: 0]
    for round in 0..<160 {
      var bytes = round % 2 == 0 ? movie : matroska
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let file = try folder.file("changed.mov", bytes)
      do throws(FrameStreamError) {
        var seen = 0
        for try await frame in try VideoFile(contentsOf: file).frames {
          #expect(frame.pixels.bytes.count == frame.pixels.size.area * 4)
          seen += 1
          if seen == 20 { break }
        }
        outcomes[true, default: 0] += 1
      } catch {
        #expect(error.description.hasPrefix(file.path))
        outcomes[false, default: 0] += 1
      }
    }
    #expect(outcomes.values.allSatisfy { $0 > 15 }, "\(outcomes)")
  }

  @Test(.enabled(if: ProjectFolder.sharedData != nil, "needs the shared data"))
  func `half of a real movie is an error`() throws {
    let data = try #require(ProjectFolder.sharedData)
    let bytes = [UInt8](try Data(contentsOf: data.appending(path: "video/street_crowd.mp4")))
    let file = try folder.file("half.mp4", Array(bytes[..<(bytes.count / 2)]))
    guard case .malformed(file.path, _) = error(opening: file) else {
      Issue.record("half a movie was opened")
      return
    }
  }
}
