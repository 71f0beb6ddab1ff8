import ObjectStorage

/// The existing file at a result's place that may be replaced.
enum ReplacedResult: Sendable {
  case file
  /// The version that was read; another version was written by another program.
  case object(S3Object)
}
