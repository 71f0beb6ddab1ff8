import Foundation
import Support
import Testing

/// Results that are smaller than their movies.
@Suite struct MovieSizeTests {
  private let material: MovieMaterial

  private struct Report: Decodable {
    struct Face: Decodable { let id: Int }
    let faces: [Face]
    let framesDrawn: Int
  }

  init() throws { material = try MovieMaterial() }

  /// A smaller picture used to be searched: it had other faces, and other identities.
  @Test func `faces are those of the movie, not those that the smaller result would show`() throws {
    let movie = material.path("far.mkv")
    // Her face is some 40 pixels wide, and 10 in the smaller movie.
    try material.ffmpeg(
      "-loop", "1", "-i", Samples.astronaut, "-vf", "scale=200:-2,pad=1280:720:300:200,format=yuv420p", "-t", "0.24",
      "-r", "25", "-c:v", "libx264", "-crf", "10", movie)
    let outcome = try material.run(
      "apply-effect", "hide-faces", movie, "-o", material.path("small.mkv"), "--size", "320x180", "--json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    #expect(report.faces.count == 1 && report.framesDrawn == 6, "\(outcome.output)")
    #expect(
      try material.ffprobe("-show_entries", "stream=width,height", of: material.path("small.mkv")) == ["320,180"])
  }

  @Test(arguments: [("99x99", "98,56"), ("101x57", "100,56"), ("333x333", "332,188"), ("240x1000", "240,136")])
  func `no side is longer than the size that it is to fit into`(size: String, fitted: String) throws {
    let movie = material.path("movie.mkv")
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=480x270:r=25:d=0.04", "-c:v", "ffv1", movie)
    let outcome = try material.run("apply-effect", "hide-codes", movie, "-o", material.path("out.mkv"), "--size", size)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try material.ffprobe("-show_entries", "stream=width,height", of: material.path("out.mkv")) == [fitted])
  }

  @Test func `options that would have no effect are refused`() throws {
    let movie = material.path("movie.mkv")
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.04", "-c:v", "ffv1", movie)
    let forPhotos = try material.run(
      "apply-effect", "hide-faces", movie, "-o", material.path("out.mkv"), "--region", "0,0,1,0.5", "--faces-from",
      "none.json")
    #expect(forPhotos.status == 64, "\(forPhotos)")
    #expect(
      forPhotos.errors.contains("it is a movie, and --region and --faces-from are for photos; leave them out"),
      "\(forPhotos)")
    let forMovies = try material.run(
      "apply-effect", "hide-faces", Samples.astronaut, "-o", material.path("out.png"), "--size", "100x100")
    #expect(forMovies.status == 64, "\(forMovies)")
    #expect(forMovies.errors.contains("it is a photo, and --size is for movies; leave it out"), "\(forMovies)")
    #expect(!FileManager.default.fileExists(atPath: material.path("out.png")))
  }
}
