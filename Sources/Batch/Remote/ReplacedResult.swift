import ObjectStorage

/// What is at a result's place, and may be replaced.
enum ReplacedResult: Sendable {
  case file
  /// As it was seen; another version of it is another's.
  case object(S3Object)
}
