import Foundation

/// A status in the format of api.weibo.com, about 21 KB.
///
/// It has two dates, Chinese text, an author with 63 keys, and an object with nine pictures in six sizes each, keyed
/// by id.
func statusPayload(seed: UInt64) -> Data {
    var random = SplitMix64(seed: seed)
    let pictureIDs = (0..<9).map { _ in "eb8fce65jw1ew46\(random.token(17))" }
    let pictures = pictureIDs.map { picture($0, random: &random) }
    let list = pictureIDs.map { "                 \"\($0)\"" }
    let id = 3_887_674_148_000_000 + random.number(0...999_999)
    let cover = "http://ww4.sinaimg.cn"
    let text = """
        {
            "favorited" : true,
            "attitudes_status" : 0,
            "created_at" : "Wed Sep 16 12:20:09 +0800 2015",
            "id" : \(id),
            "truncated" : false,
            "in_reply_to_screen_name" : "",
            "mblogid" : "CAMN\(random.token(5))",
            "text" : "秋天的第一杯茶，山里的雾还没散，路边的柿子已经红了🍂——愿你们今天也有好心情",
            "idstr" : "\(id)",
            "source_type" : 1,
            "geo" : "",
        \(author(random: &random)),
            "comments_count" : \(random.number(10_000...99_999)),
            "thumbnail_pic" : "\(cover)/thumbnail/\(pictureIDs[0]).jpg",
            "source" : "<a href=\\"http://app.weibo.com/t/feed/356EzI\\" rel=\\"nofollow\\">微博客户端</a>",
            "recom_state" : -1,
            "source_allowclick" : 0,
            "biz_feature" : 4294967300,
            "mblogtypename" : "",
            "annotations" : [
                             {
                             "client_mblogid" : "eddd9b1b-afe6-4703-9288-\(random.token(12))"
                             },
                             {
                             "mapi_request" : true
                             }
                             ],
            "filterID" : "",
            "bmiddle_pic" : "\(cover)/bmiddle/\(pictureIDs[0]).jpg",
            "scheme" : "sinaweibo://detail/?mblogid=CAMNUxF4Z",
            "visible" : {
                "type" : 0,
                "list_id" : 0
            },
            "in_reply_to_status_id" : "",
            "mid" : "\(id)",
            "pic_ids" : [
        \(list.joined(separator: ",\n"))
                         ],
            "reposts_count" : \(random.number(10_000...99_999)),
            "mlevel" : 0,
            "attitudes_count" : \(random.number(100_000...999_999)),
            "darwin_tags" : [

            ],
            "userType" : 0,
            "pic_infos" : {
        \(pictures.joined(separator: ",\n"))
            },
            "in_reply_to_user_id" : "",
            "original_pic" : "\(cover)/large/\(pictureIDs[0]).jpg"
        }
        """
    return Data(text.utf8)
}

private func author(random: inout SplitMix64) -> String {
    let id = 3_952_000_000 + random.number(0...99_999)
    let image = "eb8fce65jw8ew\(random.token(10))20u00u0af9"
    return """
            "user" : {
                "cover_image_phone" : "http://ww4.sinaimg.cn/crop.0.0.640.640.640/\(image).jpg",
                "id" : \(id),
                "bi_followers_count" : \(random.number(100...200)),
                "urank" : 23,
                "profile_image_url" : "http://tp2.sinaimg.cn/\(id)/50/5737272572/0",
                "icons" : [
                           {
                           "url" : "http://u1.sinaimg.cn/upload/2014/11/04/common_icon_membership_level5.png"
                           }
                           ],
                "class" : 1,
                "verified_contact_email" : "",
                "province" : "11",
                "verified" : true,
                "url" : "",
                "statuses_count" : \(random.number(500...999)),
                "geo_enabled" : true,
                "follow_me" : false,
                "description" : "",
                "type" : 1,
                "followers_count" : \(random.number(10_000_000...39_999_999)),
                "verified_contact_mobile" : "",
                "location" : "北京",
                "mbrank" : 5,
                "avatar_large" : "http://tp2.sinaimg.cn/\(id)/180/5737272572/0",
                "star" : 0,
                "verified_trade" : "1017",
                "profile_url" : "chashan\(random.number(1_000...9_999))",
                "weihao" : "",
                "online_status" : 0,
                "badge_top" : "",
                "verified_contact_name" : "",
                "screen_name" : "茶山漫步",
                "verified_source_url" : "",
                "pagefriends_count" : 0,
                "name" : "茶山漫步",
                "verified_reason" : "摄影师、“山里的茶”项目发起人",
                "friends_count" : 165,
                "mbtype" : 12,
                "block_app" : 1,
                "has_ability_tag" : 1,
                "avatar_hd" : "http://ww3.sinaimg.cn/crop.0.0.1080.1080.1024/\(image).jpg",
                "credit_score" : 80,
                "remark" : "",
                "created_at" : "Wed Dec 25 12:22:19 +0800 2013",
                "block_word" : 0,
                "ulevel" : 0,
                "allow_all_act_msg" : false,
                "verified_state" : 0,
                "domain" : "chashan",
                "verified_reason_modified" : "",
                "level" : 2,
                "allow_all_comment" : true,
                "verified_level" : 1,
                "verified_reason_url" : "",
                "gender" : "f",
                "favourites_count" : 1,
                "idstr" : "\(id)",
                "verified_type" : 0,
                "city" : "1000",
                "verified_source" : "",
                "badge" : {
                    "gongyi" : 0,
                    "gongyi_level" : 0,
                    "enterprise" : 0,
                    "zongyiji" : 1,
                    "suishoupai_2014" : 0,
                    "travel2013" : 0,
                    "anniversary" : 0,
                    "taobao" : 0,
                    "hongbao_2014" : 1,
                    "dzwbqlv_2015" : 0,
                    "uc_domain" : 0,
                    "bind_taobao" : 0,
                    "dailv" : 0,
                    "pzsd_2015" : 0
                },
                "user_ability" : 0,
                "extend" : {
                    "privacy" : {
                        "mobile" : 0
                    },
                    "mbprivilege" : "0000000000000000000000000000000000000000000000000000000000c10208"
                },
                "lang" : "zh-cn",
                "ptype" : 1,
                "following" : false
            }
        """
}

private func picture(_ id: String, random: inout SplitMix64) -> String {
    let width = random.number(640...2_048)
    let height = random.number(480...1_152)
    let host = "http://ww\(random.number(1...4)).sinaimg.cn"
    func image(_ name: String, _ folder: String, _ type: String, _ width: Int, _ height: Int) -> String {
        """
                    "\(name)" : {
                        "cut_type" : 1,
                        "type" : "\(type)",
                        "url" : "\(host)/\(folder)/\(id).jpg",
                        "width" : \(width),
                        "height" : \(height)
                    }
        """
    }
    return """
                "\(id)" : {
        \(image("thumbnail", "or180", "WEBP", 150 * width / height, 150)),
        \(image("bmiddle", "or360", "WEBP", 270 * width / height, 270)),
        \(image("large", "wap720", "JPEG", 720, 720 * height / width)),
        \(image("largest", "large", "JPEG", width, height)),
                    "pic_id" : "\(id)",
                    "photo_tag" : 0,
        \(image("original", "woriginal", "JPEG", width, height)),
                    "filter_id" : "1",
                    "object_id" : "1042018:\(random.token(32))",
        \(image("middleplus", "or480", "WEBP", 360 * width / height, 360))
                }
        """
}
