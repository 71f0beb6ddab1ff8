import Foundation
import MatteKit
import Support
import Testing

@Suite struct FaceOptionsTests {
  private struct Report: Decodable {
    struct Picture: Decodable {
      let width, height: Int
    }
    struct Found: Decodable {
      struct Bounds: Decodable {
        let x, y, width, height: Double
      }
      let bounds: Bounds
      let roll: Double
      let landmarks: [[Double]]
      let parts: [String: [[Double]]]?
    }
    let image: Picture
    let faces: [Found]
  }

  private func report(_ arguments: String...) throws -> Report {
    let outcome = try MatteTool.run(MatteTool.executable, ["faces", "--json"] + arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
  }

  @Test func `a region leaves out faces outside, and does not move those inside`() throws {
    let whole = try #require(try report(Samples.astronaut).faces.first).bounds
    let inside = try #require(try report(Samples.astronaut, "--region", "0.2,0,0.5,0.6").faces.first).bounds
    #expect(abs(inside.x - whole.x) < 0.02 && abs(inside.y - whole.y) < 0.02 && abs(inside.width - whole.width) < 0.02)
    #expect(try report(Samples.astronaut, "--region", "0.6,0.5,0.4,0.5").faces.isEmpty)
    #expect(try report(Samples.astronaut, "--minimum-face-size", "200").faces.isEmpty)
    #expect(try report(Samples.astronaut, "--minimum-confidence", "1").faces.isEmpty)
  }

  @Test func `facial features have names and lie in the face`() throws {
    let face = try #require(try report(Samples.astronaut, "--parts").faces.first)
    let parts = try #require(face.parts)
    #expect(Set(parts.keys) == Set(FacePart.allCases.map(\.rawValue)))
    func middle(_ part: FacePart) throws -> (x: Double, y: Double) {
      let points = try #require(parts[part.rawValue])
      #expect(points.count == part.meshIndices.count)
      let sums = points.reduce((0, 0)) { ($0.0 + $1[0], $0.1 + $1[1]) }
      return (sums.0 / Double(points.count), sums.1 / Double(points.count))
    }
    // The subject's right eye is to the viewer's left; brows above eyes, irises in them, lips below.
    #expect(try middle(.rightEye).x < middle(.leftEye).x)
    #expect(try middle(.rightEyebrow).y < middle(.rightEye).y && middle(.rightEye).y < middle(.outerLips).y)
    #expect(try abs(middle(.leftIris).x - middle(.leftEye).x) < 0.02)
    #expect(try abs(middle(.innerLips).y - middle(.outerLips).y) < 0.02)
    #expect(try report(Samples.astronaut).faces.first?.parts == nil)
  }

  @Test func `in the stored frame a face has the picture's orientation`() throws {
    let folder = try TemporaryFolder()
    let upright = try Photo(contentsOf: URL(filePath: Samples.astronaut))
    let view = upright.pixels.cropped(to: PixelRect(x: 0, y: 0, width: 512, height: 400))
    let file = folder.file("turned.png")
    try Photo(pixels: view.oriented(by: .left), orientation: .right).write(to: URL(filePath: file), as: .png)
    let standing = try report(file)
    let lying = try report(file, "--stored")
    #expect(standing.image.width == 512 && lying.image.width == 400 && lying.image.height == 512)
    let (a, b) = (try #require(standing.faces.first), try #require(lying.faces.first))
    // Turned counterclockwise: what was on the right is above.
    #expect(abs(b.bounds.x - a.bounds.y) < 1e-5 && abs(b.bounds.y - (1 - a.bounds.x - a.bounds.width)) < 1e-5)
    let turn = (b.roll - a.roll + 720).truncatingRemainder(dividingBy: 360)
    #expect(abs(turn - 270) < 0.05)
    #expect(abs(b.landmarks[1][0] - a.landmarks[1][1]) < 1e-5)
  }

  @Test(arguments: [
    ["--region", "0,0,0,1"], ["--region", "0,0,1"], ["--region", "0,0,2,1"], ["--region", "a,b,c,d"],
    ["--maximum-faces", "0"], ["--minimum-confidence", "1.5"], ["--minimum-face-size", "0"],
    ["--minimum-face-size", "inf"],
  ])
  func `options without effect are refused`(options: [String]) throws {
    for command in ["faces", "track"] {
      #expect(try MatteTool.run(MatteTool.executable, [command, Samples.astronaut] + options).status == 64)
    }
  }

  @Test func `tracking reports its times on request`() throws {
    let folder = try TemporaryFolder()
    let picture = try Photo(contentsOf: URL(filePath: Samples.astronaut)).pixels.converted(to8Bit: .rgba8)
    let frames = folder.file("frames")
    try FileManager.default.createDirectory(atPath: frames, withIntermediateDirectories: true)
    let writer = ImageSequenceWriter(folder: URL(filePath: frames))
    for number in 0..<2 {
      try writer.write(Frame(pixels: picture, time: MediaTime(value: Int64(number), timescale: 25)))
    }
    let outcome = try MatteTool.run("track", frames, "--timing", "--region", "0.2,0,0.5,0.6")
    #expect(outcome.status == 0 && outcome.output.hasPrefix("2 frames, 1 face\n"))
    #expect(outcome.errors.contains("processor time a frame: median"))
  }
}
