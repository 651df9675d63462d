import Foundation
import ModelObjects

/// Models for weibo-status.json.
enum Weibo {
    final class Status: ModelObject {
        var favorited = false
        var attitudesStatus = 0
        var createdAt: Date?
        var id: UInt64 = 0
        var truncated = false
        var inReplyToScreenName = ""
        var mblogid = ""
        var text = ""
        var idstr = ""
        var sourceType = 0
        var geo = ""
        var user: Author?
        var commentsCount = 0
        var thumbnailPic = ""
        var source = ""
        var recomState = 0
        var sourceAllowclick = 0
        var bizFeature = 0
        var mblogtypename = ""
        var annotations: [Annotation] = []
        var filterID = ""
        var bmiddlePic = ""
        var scheme = ""
        var visible: Visibility?
        var inReplyToStatusId = ""
        var mid = ""
        var picIds: [String] = []
        var repostsCount = 0
        var mlevel = 0
        var attitudesCount = 0
        var darwinTags: [Any] = []
        var userType = 0
        var picInfos: [String: Picture] = [:]
        var inReplyToUserId = ""
        var originalPic: URL?
    }

    final class Author: ModelObject {
        var coverImagePhone = ""
        var id = 0
        var biFollowersCount = 0
        var urank = 0
        var profileImageUrl = ""
        var icons: [Icon] = []
        var `class` = 0
        var verifiedContactEmail = ""
        var province = ""
        var verified = false
        var url = ""
        var statusesCount = 0
        var geoEnabled = false
        var followMe = false
        var description = ""
        var type = 0
        var followersCount: Int32 = 0
        var verifiedContactMobile = ""
        var location = ""
        var mbrank = 0
        var avatarLarge = ""
        var star = 0
        var verifiedTrade = ""
        var profileUrl = ""
        var weihao = ""
        var onlineStatus = 0
        var badgeTop = ""
        var verifiedContactName = ""
        var screenName = ""
        var verifiedSourceUrl = ""
        var pagefriendsCount = 0
        var name = ""
        var verifiedReason = ""
        var friendsCount = 0
        var mbtype = 0
        var blockApp = 0
        var hasAbilityTag = 0
        var avatarHd: URL?
        var creditScore = 0
        var remark = ""
        var createdAt: Date?
        var blockWord = 0
        var ulevel = 0
        var allowAllActMsg = false
        var verifiedState = 0
        var domain = ""
        var verifiedReasonModified = ""
        var level = 0
        var allowAllComment = false
        var verifiedLevel = 0
        var verifiedReasonUrl = ""
        var gender: Gender?
        var favouritesCount = 0
        var idstr = ""
        var verifiedType = 0
        var city = ""
        var verifiedSource = ""
        var badge: [String: Int] = [:]
        var userAbility = 0
        var extend: Extension?
        var lang = ""
        var ptype = 0
        var following = false
    }

    enum Gender: String {
        case female = "f"
        case male = "m"
    }

    final class Icon: ModelObject {
        var url: URL?
    }

    final class Extension: ModelObject {
        var privacy: Privacy?
        var mbprivilege = ""
    }

    final class Privacy: ModelObject {
        var mobile = 0
    }

    final class Annotation: ModelObject {
        var clientMblogid: String?
        var mapiRequest: Bool?
    }

    final class Visibility: ModelObject {
        var type = 0
        var listId = 0
    }

    final class Picture: ModelObject {
        var thumbnail: Image?
        var bmiddle: Image?
        var large: Image?
        var largest: Image?
        var picId = ""
        var photoTag = 0
        var original: Image?
        var filterId = ""
        var objectId = ""
        var middleplus: Image?
    }

    /// One size of a picture; some widths and heights are strings.
    final class Image: ModelObject {
        var cutType = 0
        var type = ""
        var url = ""
        var width = 0
        var height = 0
    }
}
