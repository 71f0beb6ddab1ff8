import Imaging
import Testing

@testable import Scenes

@Suite struct CodeContinuityStageTests {
  private func scene(_ seconds: Int64, codes ids: [Int] = []) -> Scene {
    let pixels = PixelBuffer(size: PixelSize(width: 4, height: 4), format: .rgba8)
    var scene = Scene(Frame(pixels: pixels, time: MediaTime(value: seconds, timescale: 10)))
    let corners = [(0.1, 0.1), (0.3, 0.1), (0.3, 0.3), (0.1, 0.3)].map { NormalizedPoint(x: $0.0, y: $0.1) }
    scene.codes = ids.map { MachineReadableCode(type: .qr, id: $0, corners: corners, stringValue: "a") }
    return scene
  }

  @Test func `a code missed between two frames is kept, and scenes wait no longer than the window`() throws {
    var stage = CodeContinuityStage(CodeTracking(lookAhead: 0.5))
    var settled: [Scene] = []
    for number in 0..<10 {
      settled += try stage.results(for: scene(Int64(number), codes: number == 4 ? [] : [1]))
      #expect(number - settled.count <= 6)
    }
    settled += try stage.finish()
    #expect(settled.map(\.time.value) == Array(0..<10))
    #expect(settled.allSatisfy { $0.codes.map(\.id) == [1] } && settled[4].heldCodes == [1])
  }

  @Test func `when times restart nothing waits, and no code is kept`() throws {
    var stage = CodeContinuityStage(CodeTracking(lookAhead: 0.5))
    for number in 0..<3 { #expect(try stage.results(for: scene(1000 + Int64(number), codes: [1])).isEmpty) }
    #expect(try stage.results(for: scene(0)).map(\.time.value) == [1000, 1001, 1002])
    let rest = try stage.results(for: scene(1)) + stage.finish()
    #expect(rest.map(\.time.value) == [0, 1] && rest.allSatisfy(\.codes.isEmpty))
  }
}
