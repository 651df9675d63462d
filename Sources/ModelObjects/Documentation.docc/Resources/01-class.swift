import Foundation
import ModelObjects

final class Show: ModelObject {
    var remoteID = 0
    var title = ""
    var hostName = ""
}
