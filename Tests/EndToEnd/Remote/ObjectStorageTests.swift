import Foundation
import Glibc
import ObjectStorage
import ObjectStore
import Support
import Testing

/// Commands on photos in object storage and on the web.
@Suite struct ObjectStorageTests {
  private func filled(_ names: String...) throws -> ObjectStoreServer {
    let server = try ObjectStoreServer()
    for (number, name) in names.enumerated() {
      try server.bucket().put(Array(try PhotoFolder.portrait(number)), as: name, type: "image/jpeg")
    }
    return server
  }

  @Test func `a photo is read from a bucket, and its result becomes an object, once`() throws {
    let server = try filled("in/a.jpg")
    let folder = try TemporaryFolder()
    let photo = try folder.file("a.jpg", try server.bucket().get("in/a.jpg").bytes)
    let arguments = ["apply-effect", "blur-background", "--matte-quality", "fast"]
    let local = try MatteTool.run(MatteTool.executable, arguments + [photo.path, "-o", folder.file("a.heic")])
    #expect(local.status == 0, "\(local.errors)")
    let place = "s3://results/x/a.heic"
    let first = try MatteTool.run(
      MatteTool.executable, arguments + ["s3://photos/in/a.jpg", "-o", place], environment: server.environment)
    #expect(first.status == 0, "\(first.errors)")
    let made = try server.bucket("results").get("x/a.heic").bytes
    #expect(try Data(contentsOf: URL(filePath: folder.file("a.heic"))) == Data(made))
    let second = try MatteTool.run(
      MatteTool.executable, arguments + ["s3://photos/in/a.jpg", "-o", place], environment: server.environment)
    #expect(second.status == 73 && second.errors.contains(place), "\(second.errors)")

    let extracted = try MatteTool.run(
      "extract", place, "--all", "-o", "s3://results/mattes", environment: server.environment)
    #expect(extracted.status == 0 && extracted.output.contains("s3://results/mattes/a.portrait.png"))
    let stripped = try MatteTool.run("strip", place, "--mattes", "--in-place", environment: server.environment)
    #expect(stripped.status == 0, "\(stripped.errors)")
    let inspected = try MatteTool.run("inspect", place, environment: server.environment)
    #expect(inspected.output.contains("auxiliary images: 0"), "\(inspected.errors)")
    let matte = try MatteTool.run(
      "apply-effect", "mono-background", "s3://photos/in/a.hair.png", "-o", "s3://photos/in/a.jpg", "--overwrite",
      "--mattes", "beside", environment: server.environment)
    #expect(matte.status == 64 && matte.errors.contains("would replace the input"), "\(matte.errors)")
  }

  @Test func `failed downloads state the reason, with its exit code`() throws {
    let server = try filled("a.jpg")
    try server.control(.post, "/-/web/photo.jpg", "no photo")
    let web = server.endpoint + "/-/web/photo.jpg"
    for (arguments, status, words) in [
      (["s3://photos/none.jpg"], 65, "no such object"), (["s3://nowhere/a.jpg"], 65, "no such bucket"),
      (["s3://photos/"], 64, "a prefix, not an object"), (["s3://photos/film.mp4"], 65, "film.mp4"),
      (["s3://photos/a.jpg", "--max-bytes", "100"], 65, "100 bytes"), ([web], 65, "--allow-http"),
      ([web, "--allow-http"], 65, "--allow-private-addresses"),
      ([web, "--allow-http", "--allow-private-addresses"], 65, "photo.jpg"),
      ([web, "--allow-http", "--allow-private-addresses", "--max-bytes", "3"], 65, "--max-bytes"),
      // A port without a listener.
      (["http://127.0.0.1:1/a.jpg", "--allow-http", "--allow-private-addresses"], 75, "cannot be fetched"),
    ] as [([String], Int32, String)] {
      let run = try MatteTool.run(
        MatteTool.executable, ["inspect"] + arguments, environment: server.environment)
      #expect(run.status == status && run.errors.contains(words), "\(arguments): \(run.status) \(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1)
    }
    let nobody = try MatteTool.run(
      "inspect", "s3://photos/a.jpg",
      environment: server.environment.merging(["AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": ""]) { $1 })
    #expect(nobody.status == 69 && nobody.errors.contains("AWS_ACCESS_KEY_ID"), "\(nobody.errors)")
  }

  @Test func `a killed batch resumes, on another disk, with the same bytes as with files`() throws {
    let names = (0..<6).map { "in/\($0 % 2)/\($0).jpg" }
    let server = try ObjectStoreServer()
    let photos = try PhotoFolder()
    for (number, name) in names.enumerated() {
      try photos.add(String(name.dropFirst(3)), number)
      let bytes = try Data(contentsOf: URL(filePath: photos.file(name)))
      try server.bucket().put(Array(bytes), as: name, type: "image/jpeg")
    }
    #expect(try photos.batch("-r", photos.input, "-o", photos.output).status == 0)
    let expected = photos.files(in: "out")
    let arguments = [
      "batch", "blur-background", "--matte-quality", "fast", "-r", "s3://photos/in", "-o", "s3://results/out", "--jobs",
      "1",
    ]
    let killed = try Subprocess(MatteTool.executable, arguments, environment: server.environment)
    let bucket = server.bucket("results")
    while try bucket.page(prefix: "out/").objects.count < 2, killed.isRunning { usleep(2_000) }
    killed.send(SIGKILL)
    _ = try killed.waitForEnd()
    let rest = try MatteTool.run(
      MatteTool.executable, arguments + ["--report", photos.file("report")], environment: server.environment)
    #expect(rest.status == 0, "\(rest.errors)")
    let made = try bucket.page(prefix: "out/").objects.map(\.key)
    #expect(Set(made) == Set(expected.keys.map { "out/\($0)" }))
    for (name, bytes) in expected { #expect(try Data(bucket.get("out/\(name)").bytes) == bytes) }
    let report = try String(contentsOf: URL(filePath: photos.file("report")), encoding: .utf8)
    #expect(report.contains(#""status":"unchanged""#) && report.contains(#""input":"s3://photos/in/0/0.jpg""#))
  }

  @Test func `a worker takes jobs whose photos are in a bucket`() throws {
    let server = try filled("a.jpg")
    let folder = try TemporaryFolder()
    let job = #"{"job":1,"effect":"blur-background","input":"s3://photos/a.jpg","output":"s3://results/a.jpg"}"#
    let jobs = try folder.file("jobs", Array("\(job)\n\(job)\n".utf8))
    let worker = try Subprocess(
      MatteTool.executable, ["worker", "--matte-quality", "fast"], environment: server.environment, input: jobs.path,
      output: folder.file("answers"))
    #expect(try worker.waitForEnd() == .exit(0))
    let answers = try String(contentsOf: URL(filePath: folder.file("answers")), encoding: .utf8).split(separator: "\n")
    #expect(answers.count == 2 && answers[0].contains(#""status":"done""#), "\(answers)")
    #expect(answers.count == 2 && answers[1].contains(#""code":73"#), "\(answers)")
    #expect(try server.bucket("results").head("a.jpg") != nil)
  }
}
