import ArgumentParser
import FoundationEssentials
import MatteKit

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
  var name = OutputNaming.standard
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

  var folder: SystemPath { CommandLinePath.path(outputDir) }

  func planTerms(effect: String) throws -> BatchPlan.Terms {
    BatchPlan.Terms(folder: folder, effect: effect, naming: try OutputNaming(name), format: format)
  }

  func recipe(effect: String) -> String {
    RecipeDigest.digest(
      effect: effect, settings: effects.settings,
      coding: coding.words + [WeightsDigest.digest(of: coding.choice.models)]
        + effects.onlyFace.sorted().map { "face \($0)" },
      version: MatteTool.configuration.version)
  }

  /// The memory that photos may share: what is allowed for the process, less what it has taken already.
  func budget() throws -> MemoryBudget {
    // Networks grow when they meet their first photos.
    let taken = max(SystemMemory.resident, MemoryEstimate.networks)
    guard let memory else { return MemoryBudget(limit: SystemMemory.available / 4 * 3) }
    guard memory.bytes > taken + MemoryEstimate.inAnyCase else {
      throw ValidationError(
        "--memory: the networks alone take \(taken >> 20) MiB; give \((taken >> 20) + 256)M or more")
    }
    return MemoryBudget(limit: memory.bytes - taken)
  }
}
