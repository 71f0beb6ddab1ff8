import Foundation
import Support
import Testing

/// `Cluster/slurm/submit` with a shell in the place of Slurm, which runs each part at once; `make nightly` has the
/// daemons.
@Suite struct SlurmSubmitTests {
  /// Runs the submitted parts one after the other, and prints the number of a job.
  private static let sbatch = """
    #!/bin/sh
    parts=''
    while :; do
      case "$1" in
        --array=1-*) parts=${1#--array=1-} ;;
        -*) ;;
        *) break ;;
      esac
      shift
    done
    if [ -z "$parts" ]; then
      "$@" >&2 || true
    else
      for part in $(seq "$parts"); do
        SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=$parts SLURM_ARRAY_TASK_COUNT=$parts \\
          SLURM_ARRAY_TASK_ID=$part "$@" >&2 || true
      done
    fi
    echo 7
    """

  /// The tool, whose first run of a part is killed.
  private static let tool = """
    #!/bin/sh
    case "$*" in
      *--shard*) [ -e "$0.killed" ] || { : >"$0.killed"; kill -KILL $$; } ;;
    esac
    exec "\(MatteTool.executable.path)" "$@"
    """

  private func add(_ name: String, _ text: String, to photos: PhotoFolder) throws {
    try Data(text.utf8).write(to: URL(filePath: photos.file(name)))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: photos.file(name))
  }

  @Test func `a later submission's line for a file counts`() throws {
    let photos = try PhotoFolder("a.jpg")
    try photos.addBad("bad.jpg")
    try FileManager.default.createDirectory(atPath: photos.file("bin"), withIntermediateDirectories: true)
    try add("bin/sbatch", Self.sbatch, to: photos)
    try add("bin/mattetool", Self.tool, to: photos)
    func submit() throws -> (reports: [String], summary: String) {
      let outcome = try MatteTool.run(
        ProjectFolder.root.appending(path: "Cluster/slurm/submit"),
        ["hide-codes", photos.input, photos.output, "--parts", "1", "--cpus", "1"],
        environment: ["PATH": "\(photos.file("bin")):/usr/bin:/bin", "MATTETOOL": photos.file("bin/mattetool")])
      #expect(outcome.status == 0 && outcome.output == "7 7\n", "\(outcome)")
      let state = photos.file("out/.mattetool-cluster")
      let report = try String(contentsOfFile: "\(state)/report.jsonl", encoding: .utf8)
      let summary = report.split(separator: "\n").last { $0.contains("\"summary\"") } ?? ""
      return (try FileManager.default.contentsOfDirectory(atPath: "\(state)/reports").sorted(), String(summary))
    }
    let first = try submit()
    #expect(first.reports == ["000001-s0001-000-2.jsonl"] && first.summary.contains("\"failed\":1"), "\(first)")
    try photos.add("bad.jpg")
    let second = try submit()
    #expect(second.reports == ["000001-s0001-000-2.jsonl", "000001-s0002-000-1.jsonl"])
    #expect(second.summary.contains("\"failed\":0") && photos.names(in: "out").contains("bad.jpg"), "\(second)")
  }
}
