import Foundation
import MatteKit
import Support
import Testing

@Suite struct DamagedPhotoTests {
  private let folder: TemporaryFolder
  /// The astronaut as a JPEG that ends after about two thirds.
  private let cut: String

  init() throws {
    folder = try TemporaryFolder()
    let photo = try Photo(contentsOf: URL(filePath: Samples.astronaut))
    let bytes = try photo.data(as: .jpeg())
    cut = folder.file("cut.jpg")
    try Data(bytes.prefix(bytes.count * 2 / 3)).write(to: URL(filePath: cut))
  }

  @Test("a truncated photo is an error, and nothing is written")
  func refused() throws {
    let output = folder.file("out.jpg")
    let outcome = try MatteTool.run("apply-effect", "mono-background", cut, "-o", output)
    #expect(outcome.status == 65 && outcome.errors.contains("cut.jpg: damaged or incomplete"))
    #expect(outcome.errors.contains("; --damaged reads what there is of it"))
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test("with --damaged the intact part is processed, and the missing share reported")
  func worked() throws {
    for (arguments, output) in [
      (["apply-effect", "mono-background", cut, "-o", folder.file("out.jpg")], "out.jpg"),
      (["mattes", cut, "-o", folder.file("mattes"), "--kinds", "hair", "--matte-quality", "fast"], "mattes"),
      (["faces", cut], ""),
    ] {
      let outcome = try MatteTool.run(MatteTool.executable, arguments + ["--damaged"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(
        outcome.errors.contains(/only the first \d+ of 512 rows are whole, \d\d % is missing/), "\(outcome.errors)")
      #expect(output.isEmpty || FileManager.default.fileExists(atPath: folder.file(output)))
    }
    let whole = try Photo(contentsOf: URL(filePath: folder.file("out.jpg")))
    #expect(whole.pixels.size == PixelSize(width: 512, height: 512) && whole.warnings.isEmpty)
  }

  @Test("a damaged photo without people is encoded, not copied")
  func nobody() throws {
    let size = PixelSize(width: 320, height: 240)
    var bytes: [UInt8] = []
    for y in 0..<240 {
      for x in 0..<320 { bytes += [UInt8(x * 7 % 256), UInt8(y * 5 % 256), UInt8((x ^ y) % 256), 255] }
    }
    let file = try Photo(pixels: PixelBuffer(size: size, format: .rgba8, bytes: bytes)).data(as: .jpeg())
    let (input, output) = (folder.file("nobody.jpg"), folder.file("nobody-out.jpg"))
    try Data(file.prefix(file.count / 2)).write(to: URL(filePath: input))
    let outcome = try MatteTool.run("apply-effect", "mono-background", input, "-o", output, "--damaged")
    #expect(outcome.status == 0 && outcome.errors.contains("is missing"), "\(outcome.errors)")
    #expect(try Photo(contentsOf: URL(filePath: output)).pixels.size == size)
  }
}
