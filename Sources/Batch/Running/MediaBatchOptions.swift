extension MediaBatch {
  /// How a list of files is processed, wherever the files and their results lie.
  public struct Options: Sendable {
    /// Whether subfolders are scanned.
    public var isRecursive = false
    /// How outputs are named: by default as their inputs, with the extension of the format.
    public var naming = OutputNaming.standard
    /// The file format of photos that are written: by default that of each input.
    public var format = OutputFormat.same
    /// The policy for outputs that exist already.
    public var existing = ExistingPolicy.error
    /// Whether an earlier run of the same effects is resumed: its unchanged results are kept, and its other places are
    /// written to.
    public var resumes = false
    /// The part of the list to process; nil for all of it.
    public var shard: Shard?
    /// How many files are processed at once, one movie among them; nil for one per processor: parts of each file's work
    /// run on several.
    public var jobs: Int?
    /// The memory limit of the process in bytes: files wait until there is room for them. Nil for three quarters of the
    /// free memory.
    public var memory: Int?
    /// The number of failures after which no further file is started; nil for no limit.
    public var maximumFailures: Int?
    /// The time limit for making one photo's result, in seconds, without reading and writing; nil for no limit. A photo
    /// that takes longer fails. Its computation ends by itself, or with the process, and its memory is available to
    /// other photos meanwhile.
    public var maximumSeconds: Double?

    /// The options of a run that replaces nothing, without limits.
    public init() {}
  }
}
