import Foundation
import Support
import Testing

/// The names of movies in messages: as they were given.
@Suite struct MovieNameTests {
  private let material: MovieMaterial

  init() throws { material = try MovieMaterial() }

  /// Runs mattetool in the folder of the movies.
  private func run(_ arguments: [String]) throws -> MatteTool.Outcome {
    try MatteTool.run(
      URL(filePath: "/bin/sh"),
      ["-c", "cd \"$0\" && exec \"$@\"", material.folder.url.path, MatteTool.executable.path] + arguments)
  }

  @Test func `errors and warnings have the path of the arguments`() throws {
    let (pan, attached) = (try material.pan(2), material.path("attached.mkv"))
    try Data("a note".utf8).write(to: URL(filePath: material.path("note.txt")))
    try material.ffmpeg(
      "-i", pan, "-c", "copy", "-attach", material.path("note.txt"), "-metadata:s:t", "mimetype=text/plain", attached)
    let hidden = try run(["apply-effect", "sticker", "./attached.mkv", "-o", "out.mp4"])
    #expect(hidden.status == 0, "\(hidden.errors)")
    #expect(
      hidden.errors.contains("warning: ./attached.mkv: an attached file (note.txt) is left out: MP4 cannot hold it"))
    #expect(!hidden.errors.contains(material.folder.url.path))
    let slow = try run(["retime", "--rate", "2", "./attached.mkv", "-o", "slow.mp4"])
    #expect(slow.errors.contains("warning: ./attached.mkv: an attached file (note.txt) is left out"), "\(slow.errors)")
    let photo = URL(filePath: material.path("photo.jpg"))
    try FileManager.default.copyItem(at: URL(filePath: Samples.astronaut), to: photo)
    let embedded = try run(["embed", "photo.jpg", "hair=./photo.jpg", "-o", "new.jpg"])
    #expect(embedded.errors.contains("error: ./photo.jpg: ") || embedded.errors.contains("error: photo.jpg: "))
    #expect(!embedded.errors.contains(material.folder.url.path), "\(embedded.errors)")
    let missing = try run(["embed", "photo.jpg", "hair=no.png", "-o", "new.jpg"])
    #expect(!missing.errors.contains(material.folder.url.path), "\(missing.errors)")
    for (arguments, message) in [
      (["nothing.mp4", "-o", "new.mp4"], "error: nothing.mp4: cannot be read"),
      (
        ["pan.mkv", "-o", "./pan.mkv", "--overwrite"],
        "error: ./pan.mkv: cannot be written: it is the file that is read"
      ),
      (["pan.mkv", "-o", "none/new.mp4"], "error: none/new.mp4: cannot be written"),
    ] {
      for command in [["apply-effect", "sticker"], ["retime", "--rate", "2"]] {
        let outcome = try run(command + arguments)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
      }
    }
  }
}
