import Foundation

// `CodedStatus`, filled by hand from JSONSerialization's objects.

extension CodedStatus {
    init(_ fields: [String: Any]) {
        favorited = fields["favorited"] as? Bool ?? false
        attitudesStatus = fields["attitudes_status"] as? Int ?? 0
        createdAt = (fields["created_at"] as? String).flatMap(statusDate)
        id = fields["id"] as? Int ?? 0
        truncated = fields["truncated"] as? Bool ?? false
        inReplyToScreenName = fields["in_reply_to_screen_name"] as? String ?? ""
        mblogid = fields["mblogid"] as? String ?? ""
        text = fields["text"] as? String ?? ""
        idstr = fields["idstr"] as? String ?? ""
        sourceType = fields["source_type"] as? Int ?? 0
        geo = fields["geo"] as? String ?? ""
        user = (fields["user"] as? [String: Any]).map { CodedStatusAuthor($0) }
        commentsCount = fields["comments_count"] as? Int ?? 0
        thumbnailPic = fields["thumbnail_pic"] as? String ?? ""
        source = fields["source"] as? String ?? ""
        recomState = fields["recom_state"] as? Int ?? 0
        sourceAllowclick = fields["source_allowclick"] as? Int ?? 0
        bizFeature = fields["biz_feature"] as? Int ?? 0
        mblogtypename = fields["mblogtypename"] as? String ?? ""
        annotations = (fields["annotations"] as? [[String: Any]] ?? []).map { CodedStatusAnnotation($0) }
        filterID = fields["filterID"] as? String ?? ""
        bmiddlePic = fields["bmiddle_pic"] as? String ?? ""
        scheme = fields["scheme"] as? String ?? ""
        visible = (fields["visible"] as? [String: Any]).map { CodedStatusVisibility($0) }
        inReplyToStatusId = fields["in_reply_to_status_id"] as? String ?? ""
        mid = fields["mid"] as? String ?? ""
        picIds = fields["pic_ids"] as? [String] ?? []
        repostsCount = fields["reposts_count"] as? Int ?? 0
        mlevel = fields["mlevel"] as? Int ?? 0
        attitudesCount = fields["attitudes_count"] as? Int ?? 0
        darwinTags = fields["darwin_tags"] as? [String] ?? []
        userType = fields["userType"] as? Int ?? 0
        picInfos = (fields["pic_infos"] as? [String: [String: Any]] ?? [:]).mapValues {
            CodedStatusPicture($0)
        }
        inReplyToUserId = fields["in_reply_to_user_id"] as? String ?? ""
        originalPic = fields["original_pic"] as? String ?? ""
    }
}

extension CodedStatusAuthor {
    init(_ fields: [String: Any]) {
        coverImagePhone = fields["cover_image_phone"] as? String ?? ""
        id = fields["id"] as? Int ?? 0
        biFollowersCount = fields["bi_followers_count"] as? Int ?? 0
        urank = fields["urank"] as? Int ?? 0
        profileImageUrl = fields["profile_image_url"] as? String ?? ""
        icons = (fields["icons"] as? [[String: Any]] ?? []).map { CodedStatusIcon($0) }
        `class` = fields["class"] as? Int ?? 0
        verifiedContactEmail = fields["verified_contact_email"] as? String ?? ""
        province = fields["province"] as? String ?? ""
        verified = fields["verified"] as? Bool ?? false
        url = fields["url"] as? String ?? ""
        statusesCount = fields["statuses_count"] as? Int ?? 0
        geoEnabled = fields["geo_enabled"] as? Bool ?? false
        followMe = fields["follow_me"] as? Bool ?? false
        description = fields["description"] as? String ?? ""
        type = fields["type"] as? Int ?? 0
        followersCount = fields["followers_count"] as? Int ?? 0
        verifiedContactMobile = fields["verified_contact_mobile"] as? String ?? ""
        location = fields["location"] as? String ?? ""
        mbrank = fields["mbrank"] as? Int ?? 0
        avatarLarge = fields["avatar_large"] as? String ?? ""
        star = fields["star"] as? Int ?? 0
        verifiedTrade = fields["verified_trade"] as? String ?? ""
        profileUrl = fields["profile_url"] as? String ?? ""
        weihao = fields["weihao"] as? String ?? ""
        onlineStatus = fields["online_status"] as? Int ?? 0
        badgeTop = fields["badge_top"] as? String ?? ""
        verifiedContactName = fields["verified_contact_name"] as? String ?? ""
        screenName = fields["screen_name"] as? String ?? ""
        verifiedSourceUrl = fields["verified_source_url"] as? String ?? ""
        pagefriendsCount = fields["pagefriends_count"] as? Int ?? 0
        name = fields["name"] as? String ?? ""
        verifiedReason = fields["verified_reason"] as? String ?? ""
        friendsCount = fields["friends_count"] as? Int ?? 0
        mbtype = fields["mbtype"] as? Int ?? 0
        blockApp = fields["block_app"] as? Int ?? 0
        hasAbilityTag = fields["has_ability_tag"] as? Int ?? 0
        avatarHd = fields["avatar_hd"] as? String ?? ""
        creditScore = fields["credit_score"] as? Int ?? 0
        remark = fields["remark"] as? String ?? ""
        createdAt = (fields["created_at"] as? String).flatMap(statusDate)
        blockWord = fields["block_word"] as? Int ?? 0
        ulevel = fields["ulevel"] as? Int ?? 0
        allowAllActMsg = fields["allow_all_act_msg"] as? Bool ?? false
        verifiedState = fields["verified_state"] as? Int ?? 0
        domain = fields["domain"] as? String ?? ""
        verifiedReasonModified = fields["verified_reason_modified"] as? String ?? ""
        level = fields["level"] as? Int ?? 0
        allowAllComment = fields["allow_all_comment"] as? Bool ?? false
        verifiedLevel = fields["verified_level"] as? Int ?? 0
        verifiedReasonUrl = fields["verified_reason_url"] as? String ?? ""
        gender = fields["gender"] as? String ?? ""
        favouritesCount = fields["favourites_count"] as? Int ?? 0
        idstr = fields["idstr"] as? String ?? ""
        verifiedType = fields["verified_type"] as? Int ?? 0
        city = fields["city"] as? String ?? ""
        verifiedSource = fields["verified_source"] as? String ?? ""
        badge = fields["badge"] as? [String: Int] ?? [:]
        userAbility = fields["user_ability"] as? Int ?? 0
        extend = (fields["extend"] as? [String: Any]).map { CodedStatusExtension($0) }
        lang = fields["lang"] as? String ?? ""
        ptype = fields["ptype"] as? Int ?? 0
        following = fields["following"] as? Bool ?? false
    }
}

extension CodedStatusIcon {
    init(_ fields: [String: Any]) {
        url = fields["url"] as? String ?? ""
    }
}

extension CodedStatusExtension {
    init(_ fields: [String: Any]) {
        privacy = (fields["privacy"] as? [String: Any]).map { CodedStatusPrivacy($0) }
        mbprivilege = fields["mbprivilege"] as? String ?? ""
    }
}

extension CodedStatusPrivacy {
    init(_ fields: [String: Any]) {
        mobile = fields["mobile"] as? Int ?? 0
    }
}

extension CodedStatusAnnotation {
    init(_ fields: [String: Any]) {
        clientMblogid = fields["client_mblogid"] as? String
        mapiRequest = fields["mapi_request"] as? Bool
    }
}

extension CodedStatusVisibility {
    init(_ fields: [String: Any]) {
        type = fields["type"] as? Int ?? 0
        listId = fields["list_id"] as? Int ?? 0
    }
}

extension CodedStatusPicture {
    init(_ fields: [String: Any]) {
        thumbnail = (fields["thumbnail"] as? [String: Any]).map { CodedStatusImage($0) }
        bmiddle = (fields["bmiddle"] as? [String: Any]).map { CodedStatusImage($0) }
        large = (fields["large"] as? [String: Any]).map { CodedStatusImage($0) }
        largest = (fields["largest"] as? [String: Any]).map { CodedStatusImage($0) }
        picId = fields["pic_id"] as? String ?? ""
        photoTag = fields["photo_tag"] as? Int ?? 0
        original = (fields["original"] as? [String: Any]).map { CodedStatusImage($0) }
        filterId = fields["filter_id"] as? String ?? ""
        objectId = fields["object_id"] as? String ?? ""
        middleplus = (fields["middleplus"] as? [String: Any]).map { CodedStatusImage($0) }
    }
}

extension CodedStatusImage {
    init(_ fields: [String: Any]) {
        cutType = fields["cut_type"] as? Int ?? 0
        type = fields["type"] as? String ?? ""
        url = fields["url"] as? String ?? ""
        width = fields["width"] as? Int ?? 0
        height = fields["height"] as? Int ?? 0
    }
}
