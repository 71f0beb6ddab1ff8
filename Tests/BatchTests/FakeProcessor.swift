import Glibc
import MatteKit
import Synchronization
import SystemPackage

@testable import Batch

/// Makes a result without a picture: the file's bytes in reverse. The file's name selects special behaviour.
final class FakeProcessor: PhotoProcessor, MovieFileProcessor {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let state = Mutex((names: [String](), working: 0, most: 0, movies: 0, mostMovies: 0))
  /// Is called with the name of each file when work on it begins.
  let begin: @Sendable (String) -> Void
  /// The mattes of each photo that become files beside its result; none for a photo with `bare` in its name.
  let companions: [MatteKind]

  init(companions: [MatteKind] = [], _ begin: @escaping @Sendable (String) -> Void = { _ in }) {
    self.companions = companions
    self.begin = begin
  }

  /// The files that were made, by name, in their order.
  var made: [String] { state.withLock { $0.names } }
  /// How many photos were in progress at once.
  var mostAtOnce: Int { state.withLock { $0.most } }
  /// How many movies were in progress at once.
  var mostMoviesAtOnce: Int { state.withLock { $0.mostMovies } }

  func requiredMemory(for data: [UInt8], name: String, as format: PhotoFormat) throws -> Int {
    name.contains("huge") ? 1 << 40 : 1 << 20
  }

  func process(
    _ data: [UInt8], name: String, as format: PhotoFormat, measuring clock: inout StageClock
  ) throws -> ProcessedPhoto {
    state.withLock {
      $0.working += 1
      $0.most = max($0.most, $0.working)
    }
    defer { state.withLock { $0.working -= 1 } }
    begin(name)
    usleep(1_000)
    if name.contains("bad") { throw Failure(description: "\(name): cannot be made") }
    state.withLock { $0.names.append(name) }
    let isBare = name.contains("bare") || data.suffix(4) == Array("bare".utf8)[...]
    let mattes = isBare ? [] : companions
    let pixels = PixelBuffer(size: PixelSize(width: 2, height: 2), format: .l8, colorSpace: .linearGray) { bytes in
      for index in bytes.indices { bytes[index] = data.last ?? 0 }
    }
    return ProcessedPhoto(
      data: data.reversed(), faces: [], mattes: [.hair],
      separateMattes: MatteSet(mattes.map { Matte(kind: $0, pixels: pixels, coordinateSpace: .upright) }), warnings: [])
  }

  func requiredMemory(for movie: FilePath, as container: MovieContainer) throws -> Int {
    movie.description.contains("huge") ? 1 << 40 : 1 << 20
  }

  func process(
    _ movie: FilePath, to output: FilePath, overwriting: Bool,
    reporting report: @escaping @Sendable (MovieProgress) -> Void
  ) async throws -> ProcessedMovie {
    let name = movie.description
    let bytes = try PlainFile.read(movie)
    state.withLock {
      $0.movies += 1
      $0.mostMovies = max($0.mostMovies, $0.movies)
    }
    defer { state.withLock { $0.movies -= 1 } }
    begin(name)
    if name.contains("bad") { throw Failure(description: "\(name): cannot be made") }
    for frame in 1...3 {
      try Task.checkCancellation()
      report(MovieProgress(frameCount: frame, totalFrameCount: 3, time: MediaTime(value: Int64(frame), timescale: 25)))
    }
    try AtomicFile.write(bytes.reversed(), to: output, overwriting: overwriting)
    state.withLock { $0.names.append(name) }
    var processed = ProcessedMovie(startingAt: .zero)
    processed.frameCount = 3
    processed.seconds = 0.12
    processed.mattes = [.portrait]
    return processed
  }
}
