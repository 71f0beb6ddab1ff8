import Foundation
import MatteKit
import Support
import Testing

/// `batch faces`, `batch mattes`, and mattes beside the results of effects.
@Suite struct BatchAnalysisTests {
  private func run(_ arguments: String...) throws -> MatteTool.Outcome {
    try MatteTool.run(MatteTool.executable, ["batch"] + arguments)
  }

  @Test func `faces of a folder are written as the command for one photo writes them`() throws {
    let photos = try PhotoFolder("a.jpg", "below/b.heic")
    try photos.addBad("bad.jpg")
    let outcome = try run("faces", "-r", photos.input, "-o", photos.output)
    #expect(outcome.status == 1 && outcome.errors.contains("in/bad.jpg: damaged"), "\(outcome)")
    #expect(photos.names(in: "out") == ["a.json", "below/b.json"])
    for name in ["a.jpg", "below/b.heic"] {
      let one = try MatteTool.run("faces", "--json", photos.file("in/\(name)"))
      let document = photos.output + "/" + name.prefix { $0 != "." } + ".json"
      let many = try #require(FileManager.default.contents(atPath: document))
      let (expected, found) = (
        try JSONSerialization.jsonObject(with: Data(one.output.utf8)), try JSONSerialization.jsonObject(with: many)
      )
      #expect((expected as? NSDictionary) == (found as? NSDictionary))
    }
    let again = try run("faces", "-r", photos.input, "-o", photos.output, "--resume")
    #expect(again.errors.contains("2 unchanged"), "\(again.errors)")
  }

  @Test func `mattes of a folder equal those of the command for one photo, and missing ones are made again`()
    throws
  {
    let photos = try PhotoFolder("a.jpg")
    try photos.addMovie("film.mp4")
    let arguments = [
      "mattes", photos.input, "-o", photos.output, "--kinds", "hair,portrait", "--matte-quality", "fast",
    ]
    let outcome = try MatteTool.run(MatteTool.executable, ["batch"] + arguments)
    #expect(outcome.status == 0 && outcome.errors.contains("1 movie is left out"), "\(outcome)")
    #expect(photos.names(in: "out") == ["a.hair.png", "a.json", "a.portrait.png"])
    let one = try MatteTool.run(
      "mattes", photos.file("in/a.jpg"), "-o", photos.file("one"), "--kinds", "hair,portrait", "--matte-quality", "fast"
    )
    #expect(one.status == 0, "\(one.errors)")
    let expected = photos.files(in: "out")
    for (name, bytes) in photos.files(in: "one") { #expect(bytes == expected[name], "\(name)") }
    try FileManager.default.removeItem(atPath: photos.file("out/a.hair.png"))
    let again = try MatteTool.run(MatteTool.executable, ["batch"] + arguments + ["--resume"])
    #expect(again.status == 0 && again.errors.contains("1 done"), "\(again)")
    #expect(photos.names(in: "out") == ["a.hair.png", "a.json", "a.portrait.png"])
    for (name, bytes) in photos.files(in: "out") { #expect(bytes == expected[name], "\(name)") }
    // A file that somebody else put there stays.
    try Data("mine".utf8).write(
      to: URL(filePath: photos.file("full/a.hair.png"), directoryHint: .notDirectory).creatingFolder())
    let full = try run("mattes", photos.file("in/a.jpg"), "-o", photos.file("full"), "--matte-size", "full")
    #expect(full.status == 1 && full.errors.contains("a.hair.png: exists already"), "\(full)")
    #expect(photos.files(in: "full")["a.hair.png"] == Data("mine".utf8) && photos.files(in: "full")["a.json"] == nil)
  }

  @Test func `mattes are written beside the results of effects`() throws {
    let photos = try PhotoFolder("a.jpg")
    let outcome = try photos.batch(photos.input, "-o", photos.output, "--mattes", "beside", "--format", "webp")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let names = photos.names(in: "out")
    #expect(names.contains("a.webp") && names.contains("a.portrait.png") && names.contains("a.hair.png"), "\(names)")
  }

  @Test(
    arguments: [
      (["batch", "faces", "IN", "-o", "OUT", "--set", "strength=1"], "--set"),
      (["batch", "faces", "IN", "-o", "OUT", "--kinds", "hair"], "--kinds"),
      (["batch", "mattes", "IN", "-o", "OUT", "--format", "heic"], "--format"),
      (["batch", "blush", "IN", "-o", "OUT", "--matte-size", "full"], "--matte-size"),
    ])
  func `options of one command are not accepted by another`(arguments: [String], words: String) throws {
    let photos = try PhotoFolder("a.jpg")
    let given = arguments.map { $0 == "IN" ? photos.input : $0 == "OUT" ? photos.output : $0 }
    let outcome = try MatteTool.run(MatteTool.executable, given)
    #expect(outcome.status == 64 && outcome.errors.contains(words) && photos.folder.contents == ["in"], "\(outcome)")
  }
}

extension URL {
  fileprivate func creatingFolder() throws -> URL {
    try FileManager.default.createDirectory(at: deletingLastPathComponent(), withIntermediateDirectories: true)
    return self
  }
}
