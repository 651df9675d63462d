import ModelObjects

/// An entry of a feed, all of one class.
class Entry: ModelObject {
    var id = 0
    var kind = ""
    var author = ""
    var title = ""
    var createdAt = 0
    var likeCount = 0
    var isPinned = false
    var rating: Double?
    var link: String?
    var tags: [String] = []
}

/// The same entry, if the payload chooses among four classes.
class DiscriminatedEntry: Entry {
    override class var discriminator: Discriminator? {
        .key(
            "kind", ["note": Note.self, "photo": Photo.self, "video": Video.self],
            fallback: DiscriminatedEntry.self)
    }
}

final class Note: DiscriminatedEntry {}
final class Photo: DiscriminatedEntry {}
final class Video: DiscriminatedEntry {}

/// The same entry for JSONDecoder, with explicit coding keys.
class CodedEntry: Decodable {
    var id: Int
    var kind: String
    var author: String
    var title: String
    var createdAt: Int
    var likeCount: Int
    var isPinned: Bool
    var rating: Double?
    var link: String?
    var tags: [String]

    enum CodingKeys: String, CodingKey {
        case id
        case kind
        case author
        case title
        case createdAt = "created_at"
        case likeCount = "like_count"
        case isPinned = "is_pinned"
        case rating
        case link
        case tags
    }
}

final class CodedNote: CodedEntry {}
final class CodedPhoto: CodedEntry {}
final class CodedVideo: CodedEntry {}

/// Decodes the class that the payload names.
struct AnyCodedEntry: Decodable {
    let entry: CodedEntry

    init(from decoder: any Decoder) throws {
        let kind = try decoder.container(keyedBy: CodedEntry.CodingKeys.self).decode(
            String.self, forKey: .kind)
        entry =
            switch kind {
            case "note": try CodedNote(from: decoder)
            case "photo": try CodedPhoto(from: decoder)
            case "video": try CodedVideo(from: decoder)
            default: try CodedEntry(from: decoder)
            }
    }
}
