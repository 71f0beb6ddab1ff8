import Batch
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
  ]

  @Test(arguments: errors.indices) func `options follow what a library advises`(index: Int) {
    let (error, advice) = Self.errors[index]
    #expect(!"\(error)".contains("--"), "\(error)")
    #expect(OptionAdvice.text(for: error) == advice, "\(error)")
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
