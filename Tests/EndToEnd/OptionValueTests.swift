import Foundation
import Support
import Testing

/// Values that options do not take, arguments without a character, and names that are no file's.
@Suite struct OptionValueTests {
  @Test(arguments: [
    (["faces", "a.jpg", "--minimum-confidence=nan"], "--minimum-confidence takes a number from 0 to 1, not nan"),
    (["faces", "a.jpg", "--minimum-face-size", "-1"], "--minimum-face-size takes a number from 1, not -1.0"),
    (["faces", "a.jpg", "--max-redirects=-1"], "--max-redirects takes a number from 0 to 100, not -1"),
    (["faces", "a.jpg", "--fetch-seconds=1e400"], "--fetch-seconds takes a number of seconds above 0, not inf"),
    (["faces", "a.jpg", "--max-bytes", "0x10"], "'0x10' is invalid for '--max-bytes"),
    (
      ["capture", "a.mp4", "-o", "b.mp4", "--photo-mattes", "hair", "--photo-format", "png"],
      "photos in PNG have no mattes; take photos in HEIC, AVIF or JPEG"
    ),
    (["faces", "a.jpg", "--region", "0x0,0,1,1"], "'0x0,0,1,1' is invalid for '--region"),
    (
      ["apply-effect", "sticker", "a.jpg", "-o", "b.heic", "--speed", "11"],
      "--speed takes a number from 0 to 10, not 11"
    ),
    (["apply-effect", "sticker", "a.jpg", "-o", "b.heic", "--bit-depth", "9"], "--bit-depth takes 8, 10 or 12, not 9"),
    (["apply-effect", "sticker", "a.jpg", "-o", "b.heic", "--quality", "0x1"], "'0x1' is invalid for '--quality"),
    (
      ["apply-effect", "sticker", "a.mp4", "-o", "b.mp4", "--rate-factor=-1"],
      "--rate-factor takes a number from 0 to 51, not -1"
    ),
    (["batch", "sticker", "a.jpg", "-o", "out", "--max-errors", "0"], "--max-errors takes a number from 1, not 0"),
    (["batch", "sticker", "a.jpg", "-o", "out", "--memory", "0x10"], "'0x10' is invalid for '--memory"),
    (["mattes", "a.jpg", "-o", "out", "--kinds", "hair,skin,hair"], "--kinds: hair is named twice"),
    (["batch", "mattes", "a.jpg", "-o", "out", "--kinds", "skin,skin"], "--kinds: skin is named twice"),
    (["capture", "a.mp4", "-o", "b.mp4", "--photo-mattes", "hair,hair"], "--photo-mattes: hair is named twice"),
    (["batch", "sticker", "-", "-o", "out"], "a file of that name is given as ./-"),
    (["batch", "sticker", "a.jpg", "-o", "-"], "one of that name is given as ./-"),
    (["apply-effect", "sticker", "-", "-o", "b.jpg", "--faces-from", "-"], "cannot both use standard input"),
    (["batch", "sticker", "--files-from", "-", "-o", "out", "--faces-from", "-"], "cannot both use standard input"),
    (["track", "a.mp4", "-o", "b.jpg"], "b.jpg: name a movie to write"),
    (["worker", "--faces-from", "-"], "standard input has the jobs"), (["faces", ""], "argument 2 is empty"),
    (["strip", "--metadata", "a.jpg", "-o", ""], "nothing stands behind '-o'"),
    (["apply-effect", "sticker", "", "-o", "b.jpg"], "argument 3 is empty"),
    // ArgumentParser would take the next argument.
    (["faces", "--minimum-confidence=", "a.jpg"], "'--minimum-confidence=' has no value"),
  ])
  func `one line names the option, the value and what it takes`(arguments: [String], message: String) throws {
    let outcome = try MatteTool.run(MatteTool.executable, arguments)
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    let first = outcome.errors.split(separator: "\n").first ?? ""
    #expect(first.hasPrefix("mattetool: error: ") && first.contains(message), "\(outcome.errors)")
  }

  @Test func `a folder and a device are no file to write, whether or not files may be replaced`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.file("there"), withIntermediateDirectories: true)
    for overwriting in [[], ["--overwrite"]] {
      for (output, reason) in [
        (folder.file("there"), "it names a folder"), (folder.url.path + "/new.jpg/", "it names a folder"),
        ("/dev/null", "it is not a regular file"),
      ] {
        let outcome = try MatteTool.run(
          MatteTool.executable, ["strip", "--metadata", Samples.astronaut, "-o", output] + overwriting)
        #expect(outcome.status == 73 && outcome.errors.contains("\(output): cannot be written: \(reason)"))
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["there"])
  }

  @Test func `an output in no folder, or that is a folder, is refused before the work`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.file("there.png"), withIntermediateDirectories: true)
    let missing = folder.file("missing/new.png")
    let recipe = folder.file("recipe.json")
    try Data(#"{"version": 1, "steps": [{"filter": "colorInvert"}]}"#.utf8).write(to: URL(filePath: recipe))
    for words in [
      ["apply-effect", "mono-background", Samples.astronaut], ["strip", "--metadata", Samples.astronaut],
      ["render", "--recipe", recipe, "--input", Samples.astronaut],
    ] {
      let lost = try MatteTool.run(MatteTool.executable, words + ["-o", missing])
      #expect(lost.status == 73 && lost.errors.contains("\(missing): cannot be written: there is no folder"), "\(lost)")
      let taken = try MatteTool.run(MatteTool.executable, words + ["-o", folder.file("there.png")])
      #expect(taken.status == 73 && taken.errors.contains("a folder; name a file in it"), "\(taken)")
    }
    #expect(folder.contents == ["recipe.json", "there.png"])
  }

  @Test func `what is no file says what it is`() throws {
    let folder = try TemporaryFolder()
    for (input, reason) in [
      ("/dev/null", "it is neither a file nor a camera"), (folder.url.path, "there are no pictures"),
    ] {
      let outcome = try MatteTool.run("apply-effect", "sticker", input, "-o", folder.file("out.jpg"))
      #expect(
        outcome.status == 65 && outcome.errors.contains("\(input): cannot be read: \(reason)"), "\(outcome.errors)")
    }
  }
}
