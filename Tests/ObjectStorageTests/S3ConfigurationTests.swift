import Foundation
import Support
import Testing

@testable import ObjectStorage

/// Credentials, regions and endpoints from where AWS's own tools have them.
@Suite struct S3ConfigurationTests {
  private func environment(_ folder: TemporaryFolder, _ more: [String: String] = [:]) throws -> [String: String] {
    let credentials = """
      # people's own
      [default]
      aws_access_key_id = DEFAULTKEY
      aws_secret_access_key=default/secret+=

      [studio]
      aws_access_key_id = STUDIOKEY
      aws_secret_access_key = studio
      aws_session_token = token==
      """
    let config = """
      [default]
      region = eu-west-1
      [profile studio]
      region = ap-south-1
      endpoint_url = https://objects.studio.example/
      s3 =
        region = nested
      [sso-session studio]
      region = wrong
      """
    _ = try folder.file("credentials", Array(credentials.utf8))
    _ = try folder.file("config", Array(config.utf8))
    return [
      "AWS_SHARED_CREDENTIALS_FILE": folder.file("credentials"), "AWS_CONFIG_FILE": folder.file("config"),
    ].merging(more) { $1 }
  }

  @Test func `the environment has priority over the files, and options over both`() throws {
    let folder = try TemporaryFolder()
    let plain = try S3Configuration(environment: try environment(folder))
    #expect(plain.credentials == S3Credentials(accessKeyID: "DEFAULTKEY", secretAccessKey: "default/secret+="))
    #expect(plain.region == "eu-west-1" && plain.endpoint == nil)
    let studio = try S3Configuration(environment: try environment(folder, ["AWS_PROFILE": "studio"]))
    #expect(
      studio.credentials == S3Credentials(accessKeyID: "STUDIOKEY", secretAccessKey: "studio", sessionToken: "token=="))
    #expect(studio.region == "ap-south-1" && studio.endpoint == "https://objects.studio.example")
    let given = [
      "AWS_PROFILE": "studio", "AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "B", "AWS_SESSION_TOKEN": "",
      "AWS_DEFAULT_REGION": "us-west-2", "AWS_ENDPOINT_URL": "http://host:1", "AWS_MAX_ATTEMPTS": "3",
    ]
    let own = try S3Configuration(environment: try environment(folder, given))
    #expect(own.credentials == S3Credentials(accessKeyID: "A", secretAccessKey: "B"))
    #expect(own.region == "us-west-2" && own.endpoint == "http://host:1" && own.retries.maximumAttempts == 3)
    let option = try S3Configuration(
      environment: try environment(folder, given.merging(["AWS_ENDPOINT_URL_S3": "http://host:2"]) { $1 }),
      endpoint: "http://host:3")
    #expect(option.endpoint == "http://host:3")
  }

  @Test(arguments: [
    (["AWS_PROFILE": "nobody"], "nobody"), (["AWS_ACCESS_KEY_ID": "A"], "only one is set"),
    (["AWS_ENDPOINT_URL": "localhost:9000"], "localhost:9000"),
    (["AWS_ENDPOINT_URL": "http://host/path"], "http://host/path"),
    (["AWS_REGION": "eu/west"], "eu/west"), (["AWS_MAX_ATTEMPTS": "0"], "AWS_MAX_ATTEMPTS"),
  ])
  func `unusable settings are reported`(more: [String: String], part: String) throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: S3Error.self) { try S3Configuration(environment: try environment(folder, more)) }
    #expect(error?.description.contains(part) == true, "\(String(describing: error))")
  }

  @Test func `without credentials the searched places are reported`() throws {
    let folder = try TemporaryFolder()
    let nothing = ["HOME": folder.url.path]
    let error = #expect(throws: S3Error.self) { try S3Configuration(environment: nothing) }
    guard case .credentialsMissing(let searched) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(searched.contains(folder.file(".aws/credentials")))
    #expect(try S3Configuration(environment: nothing, isSigned: false).credentials == nil)
  }

  @Test func `places`() throws {
    let place = try S3Location("s3://photos/a b/c%20.jpg")
    #expect(place.bucket == "photos" && place.key == "a b/c%20.jpg" && place.description == "s3://photos/a b/c%20.jpg")
    #expect(try S3Location("s3://photos").key == "" && S3Location("s3://photos/").key == "")
    #expect(try S3Location("s3://photos//a").key == "/a")
    for text in ["s3:/photos/a", "s3://", "s3://ab/a", "s3://pho tos/a", "photos/a", "s3://a\u{e4}bc/x"] {
      #expect(throws: S3Error.self, "\(text)") { try S3Location(text) }
    }
  }

  @Test(arguments: ["<a><b></a>", "<a>&nothing;</a>", "<a", "", "text", "<a>&#xD800;</a>"])
  func `malformed documents are refused`(text: String) {
    #expect(XMLElement(Array(text.utf8)) == nil)
  }

  @Test func `times`() {
    #expect(HTTPDate.seconds("Fri, 24 May 2013 00:00:00 GMT") == 1_369_353_600)
    #expect(HTTPDate.seconds("2013-05-24T00:00:00.000Z") == 1_369_353_600)
    #expect(HTTPDate.seconds("Tue, 01 Jan 2030 10:00:00 GMT") == 1_893_492_000)
    #expect(HTTPDate.seconds("yesterday") == nil && HTTPDate.seconds("") == nil)
    #expect(HTTPDate.basic(1_369_353_600) == "20130524T000000Z")
  }

  @Test func `waits double up to the longest`() {
    let policy = RetryPolicy(maximumAttempts: 9, firstDelay: 0.5, maximumDelay: 3)
    #expect((1...5).map(policy.delay(after:)) == [0.5, 1, 2, 3, 3])
    #expect(policy.delay(after: .max) == 3)
  }
}
