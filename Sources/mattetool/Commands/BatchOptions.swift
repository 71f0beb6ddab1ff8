import ArgumentParser
import Batch
import SystemPackage

/// What `batch` and `watch` have in common: where results go and how photos are worked on.
struct BatchOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output-dir"), .customLong("output")],
    help: ArgumentHelp("The folder to write to; made if it is not there.", valueName: "dir"), completion: .directory)
  var outputDir: String
  @Option(
    help: ArgumentHelp(
      """
      How outputs are called: a template over {stem} (the input's name without extension), {ext} (what the format wants), \
      {effect} and {folder} (the name of the input's folder). It may hold slashes.
      """, valueName: "template"))
  var name = OutputNaming.standard.template
  @Option(help: "The outputs' format: heic, avif, jpeg, png, or same, each input's own.") var format = OutputFormat.same
  @OptionGroup var effects: EffectOptions
  @OptionGroup var coding: CodingOptions
  @Option(
    help: ArgumentHelp(
      "Photos that are worked on at once; auto is one a core.", valueName: "n|auto"))
  var jobs = JobCount.auto
  @Option(
    help: ArgumentHelp(
      """
      Memory that the process may take, as 2G or 800M: photos wait until there is room for them (default: three quarters \
      of what is free).
      """, valueName: "size"))
  var memory: MemorySize?
  @Option(
    help: "Where a report goes: a line of JSON a photo and a summary, to a file, which is replaced, or -.",
    completion: .file())
  var report: String?
  @Option(
    help: ArgumentHelp(
      """
      Progress on standard error: auto (a line that changes on a terminal, plain lines elsewhere), plain, json (for \
      programs) or none (errors only).
      """, valueName: "auto|plain|json|none"))
  var progress = ProgressStyle.auto

  func validate() throws {
    do {
      _ = try OutputNaming(name)
    } catch {
      throw ValidationError(error.description)
    }
  }

  var folder: FilePath { CommandLinePath.path(outputDir) }

  /// The batch of these options, without inputs.
  func batch() throws -> PhotoBatch {
    var batch = PhotoBatch(inputs: [], output: folder)
    batch.naming = try OutputNaming(name)
    batch.format = format
    batch.jobs = jobs.value
    batch.memory = memory?.bytes
    return batch
  }

  /// - Parameter name: the effect as the command line names it.
  func processor(effect name: String) throws -> EffectProcessor {
    EffectProcessor(
      try effects.preset(name).stack, named: name, settings: effects.settings, onlyFaces: Set(effects.onlyFace),
      options: coding.processing, path: CommandLinePath.path)
  }
}

extension OutputFormat: ExpressibleByArgument {}
