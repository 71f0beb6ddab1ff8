import Batch
import Foundation
import MatteKit
import ObjectStorage
import Testing

@testable import mattetool

/// Libraries say what to do without naming options of the command line, which adds them.
@Suite struct OptionAdviceTests {
  private static let errors: [(error: any Error, advice: String)] = [
    (PhotoFileError.outputExists(file: "a.jpg"), " (--overwrite)"),
    (PhotoFileError.notSearchable(file: "a.jpg", parts: ["APP4"]), " (strip --metadata; --keep-unknown)"),
    (ProcessingError.photo(.outputExists(file: "a.jpg")), " (--overwrite)"),
    (S3Error.exists(place: "s3://a/b"), " (--overwrite)"), (S3Error.noSuchBucket("a"), " (--s3-endpoint)"),
    (S3Error.unreachable(place: "s3://a/b", reason: "no host"), " (--s3-endpoint)"),
    (WebError.notEncrypted("http://a"), " (--allow-http)"),
    (WebError.privateAddress("https://a"), " (--allow-private-addresses)"),
    (WebError.tooLong("https://a", limit: 3), " (--max-bytes)"),
    (WebError.timeout("https://a", seconds: 60), " (--fetch-seconds)"),
    (WebError.tooManyRedirects("https://a", limit: 5), " (--max-redirects)"),
    (BatchError.clash([("a.heic", ["a.jpg", "a.png"])]), " (--name, --base)"),
    (BatchError.exists(["a.jpg"], count: 1, canResume: true), " (--existing, --resume)"),
    (BatchError.exists(["a.jpg"], count: 1, canResume: false), " (--existing, -o)"),
    (BatchError.contradictsFormat([("a.jpg", .heic)], count: 1), " (--name, --format)"),
    (BatchError.amongInputs(output: "s3://a/"), " (-o)"), (BatchError.memoryTooSmall(required: 1 << 30), " (--memory)"),
    (BatchError.cannotStart(.photo(.empty(file: "a"))), ""), (WebError.status("https://a", 404), ""),
    (PhotoFileError.empty(file: "a.jpg"), ""),
    (ResultFault.exists(output: "a.jpg", canResume: true), " (--existing, --resume)"),
    (ResultFault.exists(output: "a.jpg", canResume: false), " (--existing, -o)"),
    (ResultFault.clash(input: "b.png", output: "b.jpg", other: "b.heic"), " (--name)"),
    (ResultFault.replacesInput("a.jpg"), " (-o, --name)"), (ResultFault.amongInputs("s3://a/b.jpg"), " (-o, --name)"),
    (ResultFault.ofAnotherInput(input: "a.png", output: "a.jpg"), " (-o, --name, --existing)"),
    (ResultFault.ofUnknownInput(input: "a.png", output: "a.jpg"), " (--existing, -o)"),
    (ResultFault.changed(output: "a.jpg"), ""), (ResultFault.unnamable(output: "a.jpg"), ""),
    (MemoryShortage(input: "a.jpg", needed: 2 << 30, available: 1 << 30), " (--memory)"),
    (TimeLimit.Exceeded(input: "a.jpg", seconds: 3), " (--max-seconds)"),
    (FullDisk(reason: "a.jpg: cannot be written: No space left on device"), " (--resume)"),
    (ProcessingError.damagedEnd(.malformed(file: "a.mp4", reason: "it ends too soon"), seconds: 2.5), " (--to 2.5)"),
  ]

  /// Generated documentation of the command, and an option of Slurm's `sbatch`.
  private static let exceptions = ["EffectReference.swift", "FilterReference.swift", "ArrayTask.swift"]

  @Test func `no text of a library names an option`() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources").standardized
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    var count = 0
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      guard !file.path.contains("/mattetool/"), !Self.exceptions.contains(file.lastPathComponent) else { continue }
      count += 1
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where !line.contains("///") {
        let texts = line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().filter {
          $0.offset % 2 == 1
        }
        for (_, text) in texts {
          #expect(!text.contains(/(^|[^-\w])--[a-z]/), "\(file.lastPathComponent): \(text)")
        }
      }
    }
    #expect(count > 500)
  }

  @Test(arguments: errors.indices) func `options follow what a library advises`(index: Int) {
    let (error, advice) = Self.errors[index]
    #expect(!"\(error)".contains("--"), "\(error)")
    #expect(OptionAdvice.text(for: error) == advice, "\(error)")
  }

  @Test(
    arguments: [
      (PhotoFileError.outputExists(file: "a.jpg"), " (--existing)"),
      (ProcessingError.photo(.outputExists(file: "a.jpg")), " (--existing)"),
      (ProcessingError.damagedEnd(.malformed(file: "a.mp4", reason: "cut"), seconds: 2.5), " (apply-effect --to 2.5)"),
      (PhotoFileError.empty(file: "a.jpg"), ""),
    ] as [(any Error, String)])
  func `a batch has options of its own`(error: any Error, advice: String) {
    #expect(OptionAdvice.descriptionInBatch(error) == "\(error)\(advice)")
  }

  @Test func `options precede a list of files`() {
    let error = BatchError.exists(["a.jpg", "b.jpg"], count: 2, canResume: true)
    #expect(
      OptionAdvice.description(of: error)
        == "2 outputs exist already; choose skip, newer or overwrite for existing outputs, or resume the earlier run "
        + "(--existing, --resume):\n  a.jpg\n  b.jpg")
    let other = PhotoFileError.outputExists(file: "a.jpg")
    #expect(OptionAdvice.description(of: other) == "\(other) (--overwrite)")
  }
}
