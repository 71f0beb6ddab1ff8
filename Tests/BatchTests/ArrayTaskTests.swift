import Testing

@testable import Batch

@Suite struct ArrayTaskTests {
  private static func slurm(_ id: Int, of range: ClosedRange<Int>, count: Int? = nil) -> [String: String] {
    [
      "SLURM_ARRAY_TASK_ID": "\(id)", "SLURM_ARRAY_TASK_MIN": "\(range.lowerBound)",
      "SLURM_ARRAY_TASK_MAX": "\(range.upperBound)", "SLURM_ARRAY_TASK_COUNT": "\(count ?? range.count)",
      "SLURM_ARRAY_JOB_ID": "17", "PATH": "/bin",
    ]
  }

  @Test func `each scheduler's variables name a part`() throws {
    func part(_ environment: [String: String], _ parts: Int? = nil) throws -> String {
      try ArrayTask(environment: environment, parts: parts).shard.description
    }
    #expect(try part(Self.slurm(3, of: 1...64)) == "3/64")
    #expect(try part(Self.slurm(0, of: 0...7)) == "1/8" && part(Self.slurm(7, of: 0...7)) == "8/8")
    #expect(try part(["JOB_COMPLETION_INDEX": "0"], 16) == "1/16")
    #expect(try part(["JOB_COMPLETION_INDEX": "15"], 16) == "16/16")
    #expect(try part(["AWS_BATCH_JOB_ARRAY_INDEX": "4", "AWS_BATCH_JOB_ARRAY_SIZE": "10"]) == "5/10")
    // Two tasks of 64 that are started again.
    #expect(try part(Self.slurm(7, of: 3...7, count: 2), 64) == "7/64")
    // Two schedulers that agree, one inside the other.
    let both = Self.slurm(1, of: 0...9).merging(
      ["AWS_BATCH_JOB_ARRAY_INDEX": "1", "AWS_BATCH_JOB_ARRAY_SIZE": "10"]) { $1 }
    #expect(try part(both) == "2/10")
  }

  @Test(
    arguments: [
      ([:], nil, "none of SLURM_ARRAY_TASK_ID"),
      (["JOB_COMPLETION_INDEX": "2"], nil, "auto/N"),
      (["JOB_COMPLETION_INDEX": "16"], 16, "the numbers of 16 parts go from 0 to 15"),
      (["JOB_COMPLETION_INDEX": "two"], 16, "'two'"),
      (["AWS_BATCH_JOB_ARRAY_INDEX": "1"], nil, "AWS_BATCH_JOB_ARRAY_SIZE is not set"),
      (["AWS_BATCH_JOB_ARRAY_INDEX": "1", "AWS_BATCH_JOB_ARRAY_SIZE": "10"], 12, "contradicts"),
      (slurm(7, of: 3...7, count: 2), nil, "2 tasks from 3 to 7"),
      (slurm(4, of: 2...5), nil, "4 tasks from 2 to 5"),
      (slurm(65, of: 1...65), 64, "from 1 to 64"),
      (
        slurm(3, of: 1...10).merging(["AWS_BATCH_JOB_ARRAY_INDEX": "3", "AWS_BATCH_JOB_ARRAY_SIZE": "10"]) { $1 }, nil,
        "contradicts itself: by SLURM_ARRAY_TASK_ID of Slurm this is part 3/10, by AWS_BATCH_JOB_ARRAY_INDEX"
      ),
    ] as [([String: String], Int?, String)])
  func `variables that name no part are refused with what to do`(
    environment: [String: String], parts: Int?, words: String
  ) {
    #expect {
      try ArrayTask(environment: environment, parts: parts)
    } throws: {
      "\($0)".contains(words)
    }
  }
}
