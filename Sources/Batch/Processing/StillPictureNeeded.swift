/// A setting of the effects names a movie as its picture, which advances with movies; a photo needs a still picture.
struct StillPictureNeeded: Error, CustomStringConvertible {
  let input: String
  let picture: String

  var description: String {
    "\(input): the effect's picture is a movie, \(picture), which runs along with movies only; process photos with a "
      + "photo for a picture"
  }
}
