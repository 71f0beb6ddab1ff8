import FoundationEssentials
import MatteKit

/// Compares the mattes of a movie's frames one by one with those of a ``MatteStream``: flicker where the picture stands
/// still, what is left behind where it moves, and time.
///
///     stream-benchmark video FILE [FRAMES]     a movie as it is
///     stream-benchmark still PHOTO [FRAMES]    a photo as a movie, with sensor noise
///     stream-benchmark moving PHOTO [FRAMES]   the photo's person, cut out, moved over a drawn backdrop by a known path
///
/// Prints a line for the movie: see ``MovieScore``.
@main
enum StreamBenchmark {
  struct Usage: Error, CustomStringConvertible {
    let description = "stream-benchmark video|still|moving FILE [FRAMES]"
  }

  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard (2...3).contains(arguments.count), let count = arguments.count == 3 ? Int(arguments[2]) : 40 else {
      throw Usage()
    }
    let file = URL(filePath: arguments[1])
    let generator = try MatteGenerator(quality: .fast)
    let detector = try FaceDetector()
    var score = MovieScore(stream: MatteStream(generator: generator), generator: generator, detector: detector)
    switch arguments[0] {
    case "video":
      for try await frame in try VideoFile(contentsOf: file).frames {
        try score.add(frame, truth: nil)
        if score.frameCount == count { break }
      }
    case "still":
      var movie = try StillMovie(photo: file)
      for index in 0..<count { try score.add(movie.frame(index), truth: nil) }
    case "moving":
      let movie = try MovingMovie(photo: file, generator: generator, detector: detector)
      for index in 0..<count {
        let (frame, truth) = try movie.frame(index)
        try score.add(frame, truth: truth)
      }
    default: throw Usage()
    }
    print("\(arguments[0]) \(file.lastPathComponent) \(score)")
  }
}
