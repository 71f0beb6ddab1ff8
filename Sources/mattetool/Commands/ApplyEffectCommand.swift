import ArgumentParser
import Batch
import MatteKit

struct ApplyEffectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply-effect", abstract: "Apply effects to a photo and write its mattes into the result.",
    discussion: """
      The extension of the output selects its format: heic, heif, avif, jpg, jpeg or png. HEIC, AVIF and JPEG carry the \
      mattes as auxiliary images; PNG cannot. `mattetool effects` lists the effects with their settings; `mattetool batch` \
      processes many photos.

      Several effects, joined by + or in a preset file, are applied in order. `mattetool effects NAME --as-json` prints a \
      preset to start from.

      A photo in which nobody is found is written unchanged, with a warning.

      Examples:
        mattetool apply-effect hair-color --set color=#2f6fb0 portrait.heic -o blue.heic
        mattetool apply-effect smooth-skin+stage-light --set stage-light.style=mono portrait.heic -o stage.heic
        mattetool apply-effect look.json portrait.heic -o look.jpg
        curl -s https://example.org/portrait.jpg | mattetool apply-effect blur-background - -o - >blurred.jpg
      """)

  @Argument(help: "An effect's name, several names joined by +, or a preset file (.json).", completion: .effect)
  var effect: String
  @Argument(help: "A HEIC, AVIF, JPEG or PNG file; - for standard input.", completion: .file()) var input: String
  @Option(name: .shortAndLong, help: "The file to write; - for standard output.", completion: .file()) var output:
    String
  @Option(
    help: ArgumentHelp(
      """
      The output's format if its name does not tell: heic, avif, jpeg, png, or same (the input's; the default for standard \
      output).
      """, valueName: "format"))
  var format: OutputFormat?
  @OptionGroup var effects: EffectOptions
  @OptionGroup var coding: CodingOptions
  @Flag(help: "Replace the output if it exists.") var overwrite = false
  @Flag(help: "Write a report as a JSON document.") var json = false

  struct Report: Encodable {
    let input, output, effect: String
    let faces: [FaceReport]
    let mattes: [String]
    let milliseconds: [String: Double]
  }

  func validate() throws {
    let target = OutputTarget(output)
    if json, target.isStandardOutput { throw ValidationError("--json and -o - cannot both use standard output") }
    if let named = target.namedFormat {
      guard format?.format == nil || format?.format == named else {
        throw ValidationError("\(output): --format contradicts the extension")
      }
    } else if format == nil, !target.isStandardOutput {
      throw ValidationError("\(output): the output's name must end in .heic, .heif, .avif, .jpg, .jpeg or .png")
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
