import Foundation
import Support
import Testing

/// What a result has of its movie's samples, and the warnings of what it has not.
@Suite struct MovieLossTests {
  private let material: MovieMaterial

  init() throws { material = try MovieMaterial() }

  /// The checksums of the decoded frames.
  private func checksums(_ arguments: [String]) throws -> [Substring] {
    let ffmpeg = try #require(OtherReaders.ffmpeg)
    let outcome = try MatteTool.run(ffmpeg, ["-v", "error"] + arguments + ["-f", "framemd5", "-"])
    return outcome.output.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
      $0.split(separator: ",").last
    }
  }

  /// They were shown, because FFmpeg keeps rows aligned in memory unless told otherwise.
  @Test func `columns cropped at the left are not part of the picture`() throws {
    let (movie, output) = (material.path("movie.mp4"), material.path("out.mkv"))
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=128x96:r=25:d=0.2", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-bsf:v",
      "h264_metadata=crop_left=2:crop_bottom=6", movie)
    let outcome = try material.run("apply-effect", "hide-codes", movie, "-o", output)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try material.ffprobe("-show_entries", "stream=width,height", of: output) == ["126,90"])
    let exact = material.path("exact.mkv")
    let lossless = try material.run("apply-effect", "hide-codes", movie, "-o", exact, "--codec", "ffv1")
    #expect(lossless.status == 0, "\(lossless.errors)")
    let expected = try checksums(["-flags", "unaligned", "-i", movie])
    #expect(expected.count == 5)
    #expect(try checksums(["-i", exact]) == expected)
  }

  @Test func `y4m has 8 bits and 4 2 0, and a warning names what is lost`() throws {
    let movie = material.path("movie.mkv")
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.04", "-pix_fmt", "yuv444p10le", "-c:v", "ffv1", movie)
    let deep = try material.run("apply-effect", "hide-codes", movie, "-o", "-")
    #expect(deep.status == 0 && deep.errors.contains("more than 8 bits a component, and are written with 8"), "\(deep)")
    #expect(deep.errors.contains("its colours of 4:4:4 are written as 4:2:0"), "\(deep.errors)")
  }

  @Test(arguments: [("C444", 3, true), ("C422", 2, true), ("Cmono", 1, false)])
  func `a pipe's colours are reduced with a warning`(tag: String, planes: Int, isReduced: Bool) throws {
    let samples = [UInt8](repeating: 128, count: 64 * 48 * planes)
    let stream = Array("YUV4MPEG2 W64 H48 F25:1 \(tag)\nFRAME\n".utf8) + samples
    let outcome = try RunningTool.run("apply-effect", "hide-codes", "-", "-o", "-", input: Data(stream))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("are written as 4:2:0") == isReduced, "\(outcome.errors)")
  }
}
