import Foundation
import ModelObjects

/// Models for twitter.json.
enum Twitter {
    final class Search: ModelObject {
        var statuses: [Status] = []
        var searchMetadata: Metadata?
    }

    final class Metadata: ModelObject {
        var completedIn = 0.0
        var maxId: UInt64 = 0
        var maxIdStr = ""
        var nextResults = ""
        var query = ""
        var refreshUrl = ""
        var count = 0
        var sinceId = 0
        var sinceIdStr = ""
    }

    final class Status: ModelObject {
        var metadata: ResultMetadata?
        var createdAt: Date?
        var id: UInt64 = 0
        var idStr = ""
        var text = ""
        var source = ""
        var truncated = false
        var inReplyToStatusId: UInt64?
        var inReplyToStatusIdStr: String?
        var inReplyToUserId: Int?
        var inReplyToUserIdStr: String?
        var inReplyToScreenName: String?
        var user: User?
        var geo: Any?
        var coordinates: Any?
        var place: Any?
        var contributors: Any?
        var retweetCount = 0
        var favoriteCount = 0
        var entities: Entities?
        var favorited = false
        var retweeted = false
        var lang = ""
        var retweetedStatus: Status?
        var possiblySensitive: Bool?
    }

    final class ResultMetadata: ModelObject {
        var resultType = ""
        var isoLanguageCode = ""
    }

    final class User: ModelObject {
        var id = 0
        var idStr = ""
        var name = ""
        var screenName = ""
        var location = ""
        var description = ""
        var url: URL?
        var entities: UserEntities?
        var protected = false
        var followersCount: Int32 = 0
        var friendsCount = 0
        var listedCount = 0
        var createdAt: Date?
        var favouritesCount = 0
        var utcOffset: Int?
        var timeZone: String?
        var geoEnabled = false
        var verified = false
        var statusesCount = 0
        var lang = ""
        var contributorsEnabled = false
        var isTranslator = false
        var isTranslationEnabled = false
        var profileBackgroundColor = ""
        var profileBackgroundImageUrl = ""
        var profileBackgroundImageUrlHttps = ""
        var profileBackgroundTile = false
        var profileImageUrl = ""
        var profileImageUrlHttps: URL?
        var profileBannerUrl: String?
        var profileLinkColor = ""
        var profileSidebarBorderColor = ""
        var profileSidebarFillColor = ""
        var profileTextColor = ""
        var profileUseBackgroundImage = false
        var defaultProfile = false
        var defaultProfileImage = false
        var following = false
        var followRequestSent = false
        var notifications = false
    }

    final class UserEntities: ModelObject {
        var description: Links?
        var url: Links?
    }

    final class Links: ModelObject {
        var urls: [Link] = []
    }

    final class Entities: ModelObject {
        var hashtags: [Hashtag] = []
        var symbols: [Any] = []
        var urls: [Link] = []
        var userMentions: [Mention] = []
        var media: [Medium]?
    }

    final class Link: ModelObject {
        var url = ""
        var expandedUrl = ""
        var displayUrl = ""
        var indices: [Int] = []
    }

    final class Hashtag: ModelObject {
        var text = ""
        var indices: [Int] = []
    }

    final class Mention: ModelObject {
        var screenName = ""
        var name = ""
        var id = 0
        var idStr = ""
        var indices: [Int] = []
    }

    final class Medium: ModelObject {
        var id = 0
        var idStr = ""
        var indices: [Int] = []
        var mediaUrl = ""
        var mediaUrlHttps = ""
        var url = ""
        var displayUrl = ""
        var expandedUrl = ""
        var type = ""
        var sizes: [String: Size] = [:]
        var sourceStatusId: Int?
        var sourceStatusIdStr: String?
    }

    /// A `Decodable` struct inside models.
    struct Size: Codable {
        var w: Int
        var h: Int
        var resize: String
    }
}
