import MatteKit
import ObjectStorage
import ObjectStore
import Testing

@testable import Batch

/// Single results as objects.
@Suite struct ObjectOutputTests {
  @Test func `only the object that existed when work began is replaced`() throws {
    let server = try ObjectStoreServer()
    let results = server.bucket("results")
    var settings = RemoteFiles.Settings()
    settings.retries = RetryPolicy(maximumAttempts: 8, firstDelay: 0)
    let remote = RemoteFiles(settings, environment: server.environment)
    func output() throws -> ObjectOutput { ObjectOutput(try S3Location("s3://results/a.jpg"), remote) }
    func content() throws -> [UInt8] { try results.get("a.jpg").bytes }
    func isRefused(_ output: ObjectOutput) -> Bool {
      do {
        try output.write([0], overwriting: true)
        return false
      } catch PhotoFileError.unwritable(let file, let reason, _) {
        return file == "s3://results/a.jpg" && reason.contains("another program")
      } catch {
        return false
      }
    }
    // Another program creates, changes or removes the object first.
    let new = try output()
    #expect(try new.refreshVersion() == nil)
    try results.put([1], as: "a.jpg", type: "image/jpeg")
    #expect(isRefused(new))
    #expect(throws: S3Error.self) { try new.write([0], overwriting: false) }
    let changed = try output()
    try changed.refreshVersion()
    try results.put([2], as: "a.jpg", type: "image/jpeg")
    #expect(isRefused(changed))
    #expect(try content() == [2])
    let removed = try output()
    try removed.refreshVersion()
    try results.delete("a.jpg")
    #expect(isRefused(removed))
    // No program does, but a response is lost.
    try output().write([3], overwriting: false)
    let own = try output()
    try own.refreshVersion()
    try server.fail("PUT", "lost", 2)
    try own.write([4], overwriting: true)
    #expect(try content() == [4])
    try output().write([5], overwriting: true)
    #expect(try content() == [5])
  }
}
