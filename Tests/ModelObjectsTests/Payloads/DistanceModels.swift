import Foundation
import ModelObjects

/// Models for google_maps_api_response.json.
enum Distances {
    final class Response: ModelObject {
        var destinationAddresses: [String] = []
        var originAddresses: [String] = []
        var rows: [Row] = []
        var status = ""
    }

    final class Row: ModelObject {
        var elements: [Element] = []
    }

    final class Element: ModelObject {
        var distance: Measure?
        var duration: Measure?
        var status = ""
    }

    final class Measure: ModelObject {
        var text = ""
        var value = 0
    }
}
