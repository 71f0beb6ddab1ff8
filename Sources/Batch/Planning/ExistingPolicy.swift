/// The policy for photos and movies whose output exists already.
public enum ExistingPolicy: String, CaseIterable, Sendable {
  /// Nothing is processed: ``BatchError/exists(_:count:canResume:)`` is thrown before any work starts.
  case error
  /// The existing file stays.
  case skip
  /// The existing file is replaced.
  case overwrite
  /// The existing file is replaced if the input was changed later.
  case newer
}
