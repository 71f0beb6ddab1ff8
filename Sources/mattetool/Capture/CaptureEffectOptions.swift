import ArgumentParser
import Batch
import Capture
import FoundationEssentials
import MatteKit

/// Which effects `capture` draws on its movie, its preview and its photos.
struct CaptureEffectOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "An effect on the movie, the preview and the photos, several with + between, or a preset (.json).",
      valueName: "name"), completion: .effect)
  var effect: String?
  @Option(
    help: ArgumentHelp(
      "The quality of mattes that the movie's effect works through; photos have balanced ones.",
      valueName: "fast|balanced|accurate"))
  var matteQuality = MatteQuality.fast
  @OptionGroup var settings: EffectOptions

  func validate() throws {
    if effect == nil, !settings.settings.isEmpty || !settings.onlyFace.isEmpty {
      throw ValidationError("--set and --only-face are settings of an effect; give --effect too")
    }
  }

  /// The effects with their settings; nil if there are none.
  func preset() throws -> EffectPreset? { try effect.map { try settings.preset($0, allowsMovies: true) } }

  /// The output that draws the effects on a session's frames.
  ///
  /// - Parameter outputs: the outputs that receive the results.
  func output(of preset: EffectPreset, to outputs: [any CaptureOutput]) throws -> VideoEffectOutput {
    let stack = preset.stack
    return VideoEffectOutput(
      analysis: SceneAnalysis(forLive: stack, quality: matteQuality), isOpaque: stack.isOpaque, outputs: outputs,
      compositor: try RunningEffects(preset).compositor)
  }
}
