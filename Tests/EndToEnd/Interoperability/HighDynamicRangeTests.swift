import Foundation
import MatteKit
import Support
import Testing

/// Pictures of high dynamic range that ffmpeg made, edited, and read by exiftool.
@Suite(.enabled(if: OtherReaders.ffmpeg != nil && OtherReaders.exiftool != nil, "needs ffmpeg and exiftool"))
struct HighDynamicRangeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try Data(#"{"version": 1, "steps": [{"filter": "exposureAdjust", "parameters": {"ev": -0.5}}]}"#.utf8)
      .write(to: URL(filePath: folder.file("darker.json")))
  }

  /// An AVIF of 10 bits with BT.2020 primaries and a curve, of the name that ffmpeg has for it.
  private func picture(_ curve: String) throws -> String {
    let ffmpeg = try #require(OtherReaders.ffmpeg)
    let file = folder.file("\(curve).avif")
    let tags = "setparams=color_primaries=bt2020:color_trc=\(curve):colorspace=bt2020nc:range=pc"
    let outcome = try MatteTool.run(
      ffmpeg,
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240,format=yuv420p10le,\(tags)", "-frames:v", "1",
        "-color_primaries", "bt2020", "-color_trc", curve, "-colorspace", "bt2020nc", "-color_range", "pc", "-c:v",
        "libaom-av1", "-crf", "10", "-cpu-used", "8", "-still-picture", "1", file,
      ])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return file
  }

  private func darken(_ file: String, to output: String) throws -> MatteTool.Outcome {
    try MatteTool.run("render", "--recipe", folder.file("darker.json"), "--input", file, "-o", output)
  }

  @Test("the curve and the primaries stay in AVIF and HEIC", arguments: [("smpte2084", "PQ"), ("arib-std-b67", "HLG")])
  func kept(curve: String, name: String) throws {
    let file = try picture(curve)
    for format in ["avif", "heic"] {
      let output = folder.file("darker.\(format)")
      let outcome = try darken(file, to: output)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      let said = try OtherReaders.exiftoolLines(["-s", "-TransferCharacteristics", "-ColorPrimaries"], of: [output])
      let lines = (said[output] ?? []).joined(separator: "; ")
      #expect(lines.contains(name) && lines.contains("BT.2020"), "\(lines)")
      #expect(try Photo(contentsOf: URL(filePath: output)).pixels.format == .rgba16)
    }
  }

  @Test(
    "cjxl's pictures stay what they are, and djxl reads what becomes of them",
    .enabled(if: OtherReaders.cjxl != nil && OtherReaders.djxl != nil, "needs cjxl and djxl of Debian's libjxl-tools"),
    arguments: [
      ("smpte2084", "RGB_D65_202_Rel_PeQ", "BT.2020 PQ"), ("arib-std-b67", "RGB_D65_202_Rel_HLG", "BT.2020 HLG"),
    ])
  func jpegXL(curve: String, name: String, space: String) throws {
    let (png, file, output) = (folder.file("a.png"), folder.file("a.jxl"), folder.file("b.jxl"))
    // Its samples are those of the PNG, which cjxl is told the meaning of.
    try Photo(contentsOf: URL(filePath: try picture(curve))).write(to: URL(filePath: png), as: .png)
    var outcome = try MatteTool.run(
      try #require(OtherReaders.cjxl), [png, file, "-d", "0.3", "-x", "color_space=\(name)"])
    try #require(outcome.status == 0, "\(outcome.errors)")
    let (read, expected) = (try Photo(contentsOf: URL(filePath: file)), try Photo(contentsOf: URL(filePath: png)))
    #expect(read.pixels.colorSpace.name == space && read.pixels.size == expected.pixels.size)
    outcome = try darken(file, to: output)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    outcome = try MatteTool.run(try #require(OtherReaders.djxl), [output, folder.file("c.png")])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let (ours, theirs) = (
      try Photo(contentsOf: URL(filePath: output)).pixels,
      try Photo(contentsOf: URL(filePath: folder.file("c.png"))).pixels
    )
    #expect(ours.colorSpace.name == space && ours.format == theirs.format)
    let worst = zip(samples(ours), samples(theirs)).map { abs(Int($0) - Int($1)) }.max() ?? 65_535
    #expect(worst <= 1, "\(worst)")
  }

  private func samples(_ pixels: PixelBuffer) -> [UInt16] {
    pixels.bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
  }

  @Test("JPEG is tone-mapped, which is reported", arguments: ["smpte2084", "arib-std-b67"])
  func mapped(curve: String) throws {
    let output = folder.file("darker.jpg")
    let outcome = try darken(try picture(curve), to: output)
    #expect(outcome.status == 0 && outcome.errors.contains("is mapped to Display P3"), "\(outcome.errors)")
    let photo = try Photo(contentsOf: URL(filePath: output))
    #expect(photo.pixels.format == .rgba8 && photo.pixels.bytes.max() == 255)
  }
}
