import Foundation
import ModelObjects

/// An object whose payload fits badly: conversions, unknown keys, keys in unusual spellings, types beside the usual ones.
final class Parcel: ModelObject {
    enum Size: String { case small, large }

    var number = 0
    var weight = 0.0
    var isFragile = false
    var label = ""
    var shelf: Int32 = 0
    var id = UUID()
    var sent = Date(timeIntervalSince1970: 0)
    var arrived: Date?
    var price = Decimal(0)
    var size = Size.small
    var trackingLink: URL?
    var recipientName = ""
    var postalCode = ""
    var tags: [String] = []
}

let parcelPayload = Data(
    """
    {
        "number": "12", "weight": "3.25", "is_fragile": "yes", "label": 12, "shelf": 7, "shelf_color": "red",
        "id": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "sent": "2026-05-04T03:02:01Z", "arrived": 1777863721,
        "price": "19.90", "size": "large", "Tracking-Link": "https://example.com/parcels/12",
        "_recipient_Name": "Ada", "postal code": 12345, "warehouse": {"id": 4, "city": "Kraków"}, "history": [1, 2, 3],
        "tags": ["gift", 2]
    }
    """.utf8)
