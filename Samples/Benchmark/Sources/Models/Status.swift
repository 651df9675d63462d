import Foundation
import ModelObjects

/// A status in the format of api.weibo.com: 35 properties, its author with 63, nine pictures in six sizes.
class Status: ModelObject {
    var favorited = false
    var attitudesStatus = 0
    var createdAt: Date?
    var id = 0
    var truncated = false
    var inReplyToScreenName = ""
    var mblogid = ""
    var text = ""
    var idstr = ""
    var sourceType = 0
    var geo = ""
    var user: StatusAuthor?
    var commentsCount = 0
    var thumbnailPic = ""
    var source = ""
    var recomState = 0
    var sourceAllowclick = 0
    var bizFeature = 0
    var mblogtypename = ""
    var annotations: [StatusAnnotation] = []
    var filterID = ""
    var bmiddlePic = ""
    var scheme = ""
    var visible: StatusVisibility?
    var inReplyToStatusId = ""
    var mid = ""
    var picIds: [String] = []
    var repostsCount = 0
    var mlevel = 0
    var attitudesCount = 0
    var darwinTags: [String] = []
    var userType = 0
    var picInfos: [String: StatusPicture] = [:]
    var inReplyToUserId = ""
    var originalPic = ""
}

final class StatusAuthor: ModelObject {
    var coverImagePhone = ""
    var id = 0
    var biFollowersCount = 0
    var urank = 0
    var profileImageUrl = ""
    var icons: [StatusIcon] = []
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
    var followersCount = 0
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
    var avatarHd = ""
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
    var gender = ""
    var favouritesCount = 0
    var idstr = ""
    var verifiedType = 0
    var city = ""
    var verifiedSource = ""
    var badge: [String: Int] = [:]
    var userAbility = 0
    var extend: StatusExtension?
    var lang = ""
    var ptype = 0
    var following = false
}

final class StatusIcon: ModelObject {
    var url = ""
}

final class StatusExtension: ModelObject {
    var privacy: StatusPrivacy?
    var mbprivilege = ""
}

final class StatusPrivacy: ModelObject {
    var mobile = 0
}

final class StatusAnnotation: ModelObject {
    var clientMblogid: String?
    var mapiRequest: Bool?
}

final class StatusVisibility: ModelObject {
    var type = 0
    var listId = 0
}

final class StatusPicture: ModelObject {
    var thumbnail: StatusImage?
    var bmiddle: StatusImage?
    var large: StatusImage?
    var largest: StatusImage?
    var picId = ""
    var photoTag = 0
    var original: StatusImage?
    var filterId = ""
    var objectId = ""
    var middleplus: StatusImage?
}

final class StatusImage: ModelObject {
    var cutType = 0
    var type = ""
    var url = ""
    var width = 0
    var height = 0
}

/// The same status with a hook that handles one key itself and leaves the rest to the library.
final class HookedStatus: Status {
    override func serializeValue(_ value: Any, key: String) {
        if key == "text" {
            text = value as? String ?? ""
        } else {
            super.serializeValue(value, key: key)
        }
    }
}
