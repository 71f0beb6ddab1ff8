import ArgumentParser
import Batch
import MatteKit

struct ApplyEffectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply-effect", abstract: "Apply effects to a photo, and write its mattes into the result.",
    discussion: """
      The output's format follows its extension: heic, heif, avif, jpg, jpeg or png. HEIC, AVIF and JPEG carry the mattes \
      as auxiliary images; PNG has no place for them. `mattetool effects` lists the effects with their settings, `mattetool \
      batch` works on many photos.

      Several effects are applied in order: their names with + between, or a preset file. `mattetool effects NAME \
      --as-json` prints a preset to start from.

      A photo in which nobody is found is written as it is, with a warning.

      Examples:
        mattetool apply-effect hair-color --set color=#2f6fb0 portrait.heic -o blue.heic
        mattetool apply-effect smooth-skin+stage-light --set stage-light.style=mono portrait.heic -o stage.heic
        mattetool apply-effect look.json portrait.heic -o look.jpg
        curl -s https://example.org/portrait.jpg | mattetool apply-effect blur-background - -o - >blurred.jpg
      """)

  @Argument(help: "An effect's name, several with + between, or a preset file (.json).", completion: .effect)
  var effect: String
  @Argument(help: "A HEIC, AVIF, JPEG or PNG file; - is standard input.", completion: .file()) var input: String
  @Option(name: .shortAndLong, help: "The file to write; - is standard output.", completion: .file()) var output: String
  @Option(
    help: ArgumentHelp(
      """
      The output's format, where its name does not say it: heic, avif, jpeg, png, or same, the input's own, which standard \
      output has if nothing is said.
      """, valueName: "format"))
  var format: OutputFormat?
  @OptionGroup var effects: EffectOptions
  @OptionGroup var coding: CodingOptions
  @Flag(help: "Replace the output if it is there already.") var overwrite = false
  @Flag(help: "Write what was done as one JSON document.") var json = false

  struct Report: Encodable {
    let input, output, effect: String
    let faces: [FaceReport]
    let mattes: [String]
    let milliseconds: [String: Double]
  }

  func validate() throws {
    let target = OutputTarget(output)
    if json, target.isStandardOutput { throw ValidationError("--json and -o - cannot both have standard output") }
    if let named = target.namedFormat {
      guard format?.format == nil || format?.format == named else {
        throw ValidationError("\(output): its name stands for another format than --format")
      }
    } else if format == nil, !target.isStandardOutput {
      throw ValidationError("\(output): the output's name has to end in .heic, .heif, .avif, .jpg, .jpeg or .png")
    }
  }

  func run() throws {
    try Failure.reporting {
      let stack = try effects.preset(effect).stack
      let target = OutputTarget(output)
      try target.check(overwriting: overwrite)
      let source = InputFile(input)
      var clock = StageClock()
      let processor = EffectProcessor(forOnePhoto: stack, options: coding.processing)
      let data = try clock.time("read") { try source.photoBytes() }
      let format = target.namedFormat ?? format?.format ?? PhotoFormat(signature: data) ?? .png
      let processed = try processor.process(data, name: source.name, as: format, measuring: &clock)
      try clock.time("write") { try target.write(processed.bytes, overwriting: overwrite) }
      for warning in processed.warnings { Console.warning("\(source.name): \(warning)") }
      if json {
        try Console.print(
          json: Report(
            input: input, output: output, effect: stack.name, faces: processed.faces.map(FaceReport.init),
            mattes: processed.mattes.map(\.rawValue), milliseconds: clock.milliseconds))
      }
    }
  }
}
