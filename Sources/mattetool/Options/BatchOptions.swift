import ArgumentParser
import Batch
import SystemPackage

/// The options that `batch` and `watch` share: the place of results and the processing of files.
struct BatchOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output-dir"), .customLong("output")],
    help: ArgumentHelp("The folder to write to, created if needed.", valueName: "dir"), completion: .directory)
  var outputDir: String
  @Option(
    help: ArgumentHelp(
      """
      The names of outputs: a template with {stem} (the input's name without extension), {ext} (the extension of the \
      format), {effect} and {folder} (the name of the input's folder). It may contain slashes.
      """, valueName: "template"))
  var name = OutputNaming.standard.template
  @Option(
    help: ArgumentHelp(
      """
      The format of photos; same is the input's, or PNG for GIF and JPEG for RAW. Frames in a folder are photos too. \
      Movies stay movies; of an animated GIF the first frame is used if a format other than same is given.
      """))
  var format = OutputFormat.same
  @OptionGroup var effects: EffectOptions
  @OptionGroup var coding: CodingOptions
  @OptionGroup var movie: MovieCommandOptions
  @Option(
    help: ArgumentHelp(
      "Files to process at once, one movie among them; auto for one per processor.", valueName: "n|auto"))
  var jobs = JobCount.auto
  @Option(
    help: ArgumentHelp(
      """
      Memory limit of the process, such as 2G or 800M; files wait until enough of it is free (default: three quarters \
      of the free memory).
      """, valueName: "size"))
  var memory: MemorySize?
  @Option(
    help: ArgumentHelp(
      """
      Give up on a photo, as failed, if it takes longer. Its computation may continue until the process ends; \
      `mattetool worker` ends it at once.
      """, valueName: "seconds"))
  var maxSeconds: Double?
  @Option(
    help: ArgumentHelp(
      """
      Write a report, one line of JSON per file and a summary, to this file or -. An existing report is replaced when \
      work begins; its folder is created if needed. A path that is not UTF-8 is also given percent-encoded as \
      inputBytes or outputBytes, and as inputBase64 or outputBase64.
      """, valueName: "file|-"),
    completion: .file())
  var report: String?
  @Option(
    help: ArgumentHelp(
      """
      Progress on standard error: auto (one updated line on a terminal, plain lines elsewhere), plain, json (for programs) \
      or none (errors only).
      """, valueName: "auto|plain|json|none"))
  var progress = ProgressStyle.auto

  func validate() throws {
    if let maxSeconds, !(maxSeconds > 0 && maxSeconds <= 1e6) {
      throw RefusedValue.error("--max-seconds", takes: "a number of seconds above 0, 1000000 at most", not: maxSeconds)
    }
    if outputDir == "-" { throw ValidationError("--output-dir takes a folder; one of that name is given as ./-") }
    do {
      _ = try OutputNaming(name)
    } catch {
      throw ValidationError(error.description)
    }
  }

  var folder: FilePath { CommandLinePath.path(outputDir) }

  /// The batch of these options, without inputs.
  func batch() throws -> MediaBatch {
    var batch = MediaBatch(inputs: [], output: folder)
    batch.options.naming = try OutputNaming(name)
    batch.options.format = format
    batch.options.jobs = jobs.value
    batch.options.memory = memory?.bytes
    batch.options.maximumSeconds = maxSeconds
    return batch
  }

  /// - Parameter name: the effect as named on the command line.
  func processor(effect name: String) throws -> EffectProcessor {
    let effects = IdentifiedEffects(
      try effects.preset(name, allowsMovies: true), named: name, settings: effects.settings,
      onlyFaces: Set(effects.onlyFace), path: CommandLinePath.path)
    return EffectProcessor(effects, options: try coding.processing(), movies: movie.movie(coding))
  }
}

extension OutputFormat: ExpressibleByArgument {}
