import Foundation

/// `Status` for `convertFromSnakeCase`, which derives the keys.
struct SnakeStatus: Codable {
    var favorited: Bool
    var attitudesStatus: Int
    var createdAt: Date?
    var id: Int
    var truncated: Bool
    var inReplyToScreenName: String
    var mblogid: String
    var text: String
    var idstr: String
    var sourceType: Int
    var geo: String
    var user: SnakeStatusAuthor?
    var commentsCount: Int
    var thumbnailPic: String
    var source: String
    var recomState: Int
    var sourceAllowclick: Int
    var bizFeature: Int
    var mblogtypename: String
    var annotations: [SnakeStatusAnnotation]
    var filterID: String
    var bmiddlePic: String
    var scheme: String
    var visible: SnakeStatusVisibility?
    var inReplyToStatusId: String
    var mid: String
    var picIds: [String]
    var repostsCount: Int
    var mlevel: Int
    var attitudesCount: Int
    var darwinTags: [String]
    var userType: Int
    var picInfos: [String: SnakeStatusPicture]
    var inReplyToUserId: String
    var originalPic: String
}

struct SnakeStatusAuthor: Codable {
    var coverImagePhone: String
    var id: Int
    var biFollowersCount: Int
    var urank: Int
    var profileImageUrl: String
    var icons: [SnakeStatusIcon]
    var `class`: Int
    var verifiedContactEmail: String
    var province: String
    var verified: Bool
    var url: String
    var statusesCount: Int
    var geoEnabled: Bool
    var followMe: Bool
    var description: String
    var type: Int
    var followersCount: Int
    var verifiedContactMobile: String
    var location: String
    var mbrank: Int
    var avatarLarge: String
    var star: Int
    var verifiedTrade: String
    var profileUrl: String
    var weihao: String
    var onlineStatus: Int
    var badgeTop: String
    var verifiedContactName: String
    var screenName: String
    var verifiedSourceUrl: String
    var pagefriendsCount: Int
    var name: String
    var verifiedReason: String
    var friendsCount: Int
    var mbtype: Int
    var blockApp: Int
    var hasAbilityTag: Int
    var avatarHd: String
    var creditScore: Int
    var remark: String
    var createdAt: Date?
    var blockWord: Int
    var ulevel: Int
    var allowAllActMsg: Bool
    var verifiedState: Int
    var domain: String
    var verifiedReasonModified: String
    var level: Int
    var allowAllComment: Bool
    var verifiedLevel: Int
    var verifiedReasonUrl: String
    var gender: String
    var favouritesCount: Int
    var idstr: String
    var verifiedType: Int
    var city: String
    var verifiedSource: String
    var badge: [String: Int]
    var userAbility: Int
    var extend: SnakeStatusExtension?
    var lang: String
    var ptype: Int
    var following: Bool
}

struct SnakeStatusIcon: Codable {
    var url: String
}

struct SnakeStatusExtension: Codable {
    var privacy: SnakeStatusPrivacy?
    var mbprivilege: String
}

struct SnakeStatusPrivacy: Codable {
    var mobile: Int
}

struct SnakeStatusAnnotation: Codable {
    var clientMblogid: String?
    var mapiRequest: Bool?
}

struct SnakeStatusVisibility: Codable {
    var type: Int
    var listId: Int
}

struct SnakeStatusPicture: Codable {
    var thumbnail: SnakeStatusImage?
    var bmiddle: SnakeStatusImage?
    var large: SnakeStatusImage?
    var largest: SnakeStatusImage?
    var picId: String
    var photoTag: Int
    var original: SnakeStatusImage?
    var filterId: String
    var objectId: String
    var middleplus: SnakeStatusImage?
}

struct SnakeStatusImage: Codable {
    var cutType: Int
    var type: String
    var url: String
    var width: Int
    var height: Int
}
