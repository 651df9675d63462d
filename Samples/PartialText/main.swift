// Task: show an answer while a language model is writing it.

import ModelObjects

final class Recipe: ModelObject {
    var title = ""
    var minutes: Int?
    var steps: [String] = []
    var ingredients: [Ingredient] = []

    var summary: String {
        let minutes = minutes.map { "\($0) min" } ?? "? min"
        let ingredients = ingredients.map { "\($0.name) \($0.grams)" }
        return "\"\(title)\" \(minutes) \(ingredients) \(steps)"
    }
}

final class Ingredient: ModelObject {
    var name = ""
    var grams = 0
}

let pieces = [
    #"{"title": "Flat"#, #"bread", "minu"#, #"tes": 2"#, #"5, "ingredients": [{"name": "flour", "gr"#,
    #"ams": 300}, {"name": "wa"#, #"ter", "grams": 180}], "steps": ["Mix", "Kne"#, #"ad", "Bake"]}"#,
]

print("values that are complete:")
let recipe = Recipe()
var text = ""
for piece in pieces {
    text += piece
    try recipe.update(partial: text)
    print(recipe.summary)
}

print("\nstrings and numbers as far as they have arrived:")
let draft = Recipe()
text = ""
for piece in pieces {
    text += piece
    try draft.update(partial: text, openStrings: true)
    print(draft.summary)
}
