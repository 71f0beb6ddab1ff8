import Effects
import FilterGraph
import FrameStream
import Imaging
import Synchronization
import Testing

@testable import Scenes

@Suite struct SceneSequenceTests {
  /// Inverts the colours of every picture.
  private struct Negative: Effect {
    static let name = "negative"
    static let summary = "Invert colours."
    static let parameters: [EffectParameter] = []
    static let mattes: Set<MatteKind> = []
    static let requirement = EffectRequirement.faces
    let strength = 1.0

    init() {}
    init(settings: EffectSettings) {}

    func recipe(for subject: EffectSubject) -> Image { subject.image.applying(.colorInvert) }
  }

  /// Keeps the written frames.
  private final class Sink: FrameWriter {
    var frames: [Frame] = []
    func write(_ frame: Frame) throws(FrameStreamError) { frames.append(frame) }
    func finish() throws(FrameStreamError) {}
  }

  private static func frames(_ count: Int, orientation: Orientation = .up) -> AsyncStream<Frame> {
    AsyncStream { continuation in
      for number in 0..<count {
        var pixels = PixelBuffer(size: PixelSize(width: 31, height: 17), format: .rgba8)
        pixels.withUnsafeMutableBytes { bytes in
          for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : UInt8((index + 7 * number) % 256) }
        }
        // Uneven times, from before zero on.
        let time = MediaTime(value: Int64(number * number) - 3, timescale: 90_000)
        continuation.yield(Frame(pixels: pixels, orientation: orientation, time: time))
      }
      continuation.finish()
    }
  }

  @Test("frames without an effect are returned unchanged, in order and with their times")
  func untouchedFrames() async throws {
    var sources: [Frame] = []
    for await frame in Self.frames(20, orientation: .right) { sources.append(frame) }
    let sink = Sink()
    // The scenes show no person, so the effect finds nothing to work on.
    try await sink.write(Self.frames(20, orientation: .right).scenes().applying(Negative()))
    #expect(sink.frames == sources)
  }

  @Test("an effect changes the picture of the scenes that have what it needs, and no other")
  func drawnFrames() async throws {
    let face = Face(id: 7, bounds: NormalizedRect(x: 0.2, y: 0.2, width: 0.5, height: 0.5))
    let scenes = Self.frames(6).scenes().mapped { scene in
      var scene = scene
      if scene.time.value > 5 { scene.faces = [face] }
      return scene
    }
    var count = 0
    var iterator = scenes.applying(Negative()).frames.makeAsyncIterator()
    for await source in Self.frames(6) {
      let frame = try #require(try await iterator.next())
      #expect(frame.time == source.time)
      #expect((frame.pixels == source.pixels) == (source.time.value <= 5))
      count += 1
    }
    #expect(try await iterator.next() == nil)
    #expect(count == 6)
  }

  @Test("a function that fails ends the scenes with its error")
  func failingFunction() async throws {
    struct Broken: Error {}
    let scenes = Self.frames(6).scenes().mapped { scene in
      if scene.time.value > 5 { throw Broken() }
      return scene
    }
    var count = 0
    do {
      for try await _ in scenes { count += 1 }
      Issue.record("the error is lost")
    } catch {
      guard case .other(let cause) = error else { throw error }
      #expect(cause is Broken)
    }
    #expect(count == 3)
  }

  @Test("only what the effects need is computed")
  func analysis() {
    let fast = SceneAnalysis(for: EffectStack([.blurBackground()]), quality: .fast)
    #expect(fast.faces == nil && fast.mattes == [.portrait])
    // Small heads get a close-up.
    #expect(SceneAnalysis(for: EffectStack([.blurBackground()]), quality: .balanced).faces != nil)
    let hiding = SceneAnalysis(for: EffectStack([.hideFaces()]), quality: .balanced)
    #expect(hiding.mattes.isEmpty && hiding.faces?.maximumFaces == 1000)
    #expect(SceneAnalysis(for: EffectStack([.stageLight()]), quality: .fast).faces != nil)
    #expect(SceneAnalysis(for: EffectStack([.smoothSkin()]), quality: .fast).mattes == [.skin])
    #expect(SceneAnalysis(for: EffectStack([])) == SceneAnalysis())
    // Effects through mattes need the faces of frames that missed them as drawings do.
    for effect in [.stageLight(), .hairColor(), .clownMakeup(), .sticker(.nose), .whitenTeeth()] as [any Effect] {
      let faces = SceneAnalysis(for: EffectStack([effect]), quality: .fast).faces
      #expect((faces?.lookAhead ?? 0) > 0 && (faces?.smoothing ?? 0) > 0, "\(type(of: effect).name)")
      #expect(SceneAnalysis(forLive: EffectStack([effect]), quality: .fast).faces?.lookAhead == 0)
    }
    #expect(hiding.faces?.lookAhead == 1 && hiding.faces?.smoothing == 0)
    #expect(hiding.takesOnlyFrameAsPhoto)
    #expect(!SceneAnalysis(forLive: EffectStack([.hideFaces()]), quality: .fast).takesOnlyFrameAsPhoto)
  }
}
