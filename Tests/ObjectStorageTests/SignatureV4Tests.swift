import Testing

@testable import ObjectStorage

/// AWS's published vectors.
@Suite struct SignatureV4Tests {
  struct Vector: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var method = "GET"
    var path = "/"
    var query: [(name: String, value: String)] = []
    var headers: [(name: String, value: String)] = []
    var payload = SignatureV4.emptyPayload
    let signed: String
    let signature: String
  }

  private static let host: (name: String, value: String) = ("Host", "examplebucket.s3.amazonaws.com")
  private static let date: (name: String, value: String) = ("x-amz-date", "20130524T000000Z")
  private static let empty: (name: String, value: String) = ("x-amz-content-sha256", SignatureV4.emptyPayload)
  /// "Welcome to Amazon S3."
  private static let welcome = "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072"

  /// From "Examples: Signature Calculations" of S3's documentation.
  static let documented: [Vector] = [
    Vector(
      testDescription: "GET Object", path: "/test.txt", headers: [host, ("Range", "bytes=0-9"), empty, date],
      signed: "host;range;x-amz-content-sha256;x-amz-date",
      signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"),
    Vector(
      testDescription: "PUT Object", method: "PUT", path: "/test%24file.text",
      headers: [
        ("Date", "Fri, 24 May 2013 00:00:00 GMT"), host, ("x-amz-storage-class", "REDUCED_REDUNDANCY"), date,
        ("x-amz-content-sha256", welcome),
      ],
      payload: welcome, signed: "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
      signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"),
    Vector(
      testDescription: "GET Bucket Lifecycle", query: [("lifecycle", "")], headers: [host, date, empty],
      signed: "host;x-amz-content-sha256;x-amz-date",
      signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
    Vector(
      testDescription: "GET Bucket (List Objects)", query: [("prefix", "J"), ("max-keys", "2")],
      headers: [host, date, empty], signed: "host;x-amz-content-sha256;x-amz-date",
      signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
  ]

  /// From aws-sig-v4-test-suite.
  static let suite: [Vector] = [
    Vector(
      testDescription: "get-vanilla", signed: "host;x-amz-date",
      signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
    Vector(
      testDescription: "get-vanilla-query-order-key-case", query: [("Param2", "value2"), ("Param1", "value1")],
      signed: "host;x-amz-date", signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
    Vector(
      testDescription: "post-vanilla", method: "POST", signed: "host;x-amz-date",
      signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
  ]

  @Test(arguments: documented) func `documented examples of S3`(vector: Vector) {
    let signature = SignatureV4(
      credentials: S3Credentials(
        accessKeyID: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
      region: "us-east-1")
    #expect(
      signature.authorization(
        vector.method, path: vector.path, query: vector.query, headers: vector.headers, payload: vector.payload,
        date: "20130524T000000Z")
        == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
        + "SignedHeaders=\(vector.signed),Signature=\(vector.signature)")
  }

  @Test(arguments: suite) func `the test suite`(vector: Vector) {
    let signature = SignatureV4(
      credentials: S3Credentials(
        accessKeyID: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"),
      region: "us-east-1", service: "service")
    #expect(
      signature.authorization(
        vector.method, path: vector.path, query: vector.query,
        headers: [("Host", "example.amazonaws.com"), ("X-Amz-Date", "20150830T123600Z")], payload: vector.payload,
        date: "20150830T123600Z")
        == "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request,"
        + "SignedHeaders=\(vector.signed),Signature=\(vector.signature)")
  }

  @Test func `requests are addressed by host for AWS and by path elsewhere, and keys are encoded once`() {
    let credentials = S3Credentials(accessKeyID: "A", secretAccessKey: "B", sessionToken: "C")
    var configuration = S3Configuration(region: "eu-central-1", credentials: credentials)
    let request = S3Request(.get, key: "a b/ä%20+c.jpg")
    let own = request.signed(for: "photos", configuration, region: "eu-central-1", at: 0)
    #expect(own.url == "https://photos.s3.eu-central-1.amazonaws.com/a%20b/%C3%A4%2520%2Bc.jpg")
    #expect(own.headers.contains { $0.name == "x-amz-security-token" && $0.value == "C" })
    #expect(own.headers.contains { $0.name == "x-amz-date" && $0.value == "19700101T000000Z" })
    #expect(!own.headers.contains { $0.value.contains("Signature=B") })
    // A certificate for *.s3.amazonaws.com does not hold for names with dots.
    let dotted = request.signed(for: "my.photos", configuration, region: "eu-central-1", at: 0)
    #expect(dotted.url.hasPrefix("https://s3.eu-central-1.amazonaws.com/my.photos/a%20b/"))
    configuration.endpoint = "http://127.0.0.1:9000"
    let other = request.signed(for: "photos", configuration, region: "us-east-1", at: 0)
    #expect(other.url == "http://127.0.0.1:9000/photos/a%20b/%C3%A4%2520%2Bc.jpg")
    configuration.credentials = nil
    #expect(
      !request.signed(for: "photos", configuration, region: "us-east-1", at: 0).headers.contains {
        $0.name == "Authorization"
      })
  }
}
