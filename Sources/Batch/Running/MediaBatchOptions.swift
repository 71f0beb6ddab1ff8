extension MediaBatch {
  /// How a list of files is worked through, wherever the files and their results lie.
  public struct Options: Sendable {
    /// Whether folders in folders are looked into.
    public var isRecursive = false
    /// How outputs are named: by default as their inputs, with the extension of the format.
    public var naming = OutputNaming.standard
    /// The file format of photos that are written: by default that of each input.
    public var format = OutputFormat.same
    /// What happens where an output exists already.
    public var existing = ExistingPolicy.error
    /// Whether an earlier run of the same effects is resumed: results that are as it made them stay, and its other places
    /// are written to.
    public var resumes = false
    /// The part of the list to process; nil for all of it.
    public var shard: Shard?
    /// How many files are processed at once, one movie among them; nil for one a processor: each file also has parts that
    /// run on several.
    public var jobs: Int?
    /// The memory in bytes that the process may take: files wait until there is room for them. Nil for three quarters of
    /// what is free.
    public var memory: Int?
    /// The number of failures after which no further file is begun; nil for no limit.
    public var maximumFailures: Int?
    /// How long the making of one photo's result may take, in seconds, without reading and writing; nil for no limit. One
    /// that takes longer fails. What calculates for it ends by itself, or with the process, and its memory is lent to
    /// other photos meanwhile.
    public var maximumSeconds: Double?

    /// The options of a run that replaces nothing, without limits of its own.
    public init() {}
  }
}
