import Foundation

/// `Status` for JSONDecoder, with explicit coding keys.
struct CodedStatus: Codable {
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
    var user: CodedStatusAuthor?
    var commentsCount: Int
    var thumbnailPic: String
    var source: String
    var recomState: Int
    var sourceAllowclick: Int
    var bizFeature: Int
    var mblogtypename: String
    var annotations: [CodedStatusAnnotation]
    var filterID: String
    var bmiddlePic: String
    var scheme: String
    var visible: CodedStatusVisibility?
    var inReplyToStatusId: String
    var mid: String
    var picIds: [String]
    var repostsCount: Int
    var mlevel: Int
    var attitudesCount: Int
    var darwinTags: [String]
    var userType: Int
    var picInfos: [String: CodedStatusPicture]
    var inReplyToUserId: String
    var originalPic: String

    enum CodingKeys: String, CodingKey {
        case favorited
        case attitudesStatus = "attitudes_status"
        case createdAt = "created_at"
        case id
        case truncated
        case inReplyToScreenName = "in_reply_to_screen_name"
        case mblogid
        case text
        case idstr
        case sourceType = "source_type"
        case geo
        case user
        case commentsCount = "comments_count"
        case thumbnailPic = "thumbnail_pic"
        case source
        case recomState = "recom_state"
        case sourceAllowclick = "source_allowclick"
        case bizFeature = "biz_feature"
        case mblogtypename
        case annotations
        case filterID
        case bmiddlePic = "bmiddle_pic"
        case scheme
        case visible
        case inReplyToStatusId = "in_reply_to_status_id"
        case mid
        case picIds = "pic_ids"
        case repostsCount = "reposts_count"
        case mlevel
        case attitudesCount = "attitudes_count"
        case darwinTags = "darwin_tags"
        case userType
        case picInfos = "pic_infos"
        case inReplyToUserId = "in_reply_to_user_id"
        case originalPic = "original_pic"
    }
}

struct CodedStatusAuthor: Codable {
    var coverImagePhone: String
    var id: Int
    var biFollowersCount: Int
    var urank: Int
    var profileImageUrl: String
    var icons: [CodedStatusIcon]
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
    var extend: CodedStatusExtension?
    var lang: String
    var ptype: Int
    var following: Bool

    enum CodingKeys: String, CodingKey {
        case coverImagePhone = "cover_image_phone"
        case id
        case biFollowersCount = "bi_followers_count"
        case urank
        case profileImageUrl = "profile_image_url"
        case icons
        case `class`
        case verifiedContactEmail = "verified_contact_email"
        case province
        case verified
        case url
        case statusesCount = "statuses_count"
        case geoEnabled = "geo_enabled"
        case followMe = "follow_me"
        case description
        case type
        case followersCount = "followers_count"
        case verifiedContactMobile = "verified_contact_mobile"
        case location
        case mbrank
        case avatarLarge = "avatar_large"
        case star
        case verifiedTrade = "verified_trade"
        case profileUrl = "profile_url"
        case weihao
        case onlineStatus = "online_status"
        case badgeTop = "badge_top"
        case verifiedContactName = "verified_contact_name"
        case screenName = "screen_name"
        case verifiedSourceUrl = "verified_source_url"
        case pagefriendsCount = "pagefriends_count"
        case name
        case verifiedReason = "verified_reason"
        case friendsCount = "friends_count"
        case mbtype
        case blockApp = "block_app"
        case hasAbilityTag = "has_ability_tag"
        case avatarHd = "avatar_hd"
        case creditScore = "credit_score"
        case remark
        case createdAt = "created_at"
        case blockWord = "block_word"
        case ulevel
        case allowAllActMsg = "allow_all_act_msg"
        case verifiedState = "verified_state"
        case domain
        case verifiedReasonModified = "verified_reason_modified"
        case level
        case allowAllComment = "allow_all_comment"
        case verifiedLevel = "verified_level"
        case verifiedReasonUrl = "verified_reason_url"
        case gender
        case favouritesCount = "favourites_count"
        case idstr
        case verifiedType = "verified_type"
        case city
        case verifiedSource = "verified_source"
        case badge
        case userAbility = "user_ability"
        case extend
        case lang
        case ptype
        case following
    }
}

struct CodedStatusIcon: Codable {
    var url: String

    enum CodingKeys: String, CodingKey {
        case url
    }
}

struct CodedStatusExtension: Codable {
    var privacy: CodedStatusPrivacy?
    var mbprivilege: String

    enum CodingKeys: String, CodingKey {
        case privacy
        case mbprivilege
    }
}

struct CodedStatusPrivacy: Codable {
    var mobile: Int

    enum CodingKeys: String, CodingKey {
        case mobile
    }
}

struct CodedStatusAnnotation: Codable {
    var clientMblogid: String?
    var mapiRequest: Bool?

    enum CodingKeys: String, CodingKey {
        case clientMblogid = "client_mblogid"
        case mapiRequest = "mapi_request"
    }
}

struct CodedStatusVisibility: Codable {
    var type: Int
    var listId: Int

    enum CodingKeys: String, CodingKey {
        case type
        case listId = "list_id"
    }
}

struct CodedStatusPicture: Codable {
    var thumbnail: CodedStatusImage?
    var bmiddle: CodedStatusImage?
    var large: CodedStatusImage?
    var largest: CodedStatusImage?
    var picId: String
    var photoTag: Int
    var original: CodedStatusImage?
    var filterId: String
    var objectId: String
    var middleplus: CodedStatusImage?

    enum CodingKeys: String, CodingKey {
        case thumbnail
        case bmiddle
        case large
        case largest
        case picId = "pic_id"
        case photoTag = "photo_tag"
        case original
        case filterId = "filter_id"
        case objectId = "object_id"
        case middleplus
    }
}

struct CodedStatusImage: Codable {
    var cutType: Int
    var type: String
    var url: String
    var width: Int
    var height: Int

    enum CodingKeys: String, CodingKey {
        case cutType = "cut_type"
        case type
        case url
        case width
        case height
    }
}
