import Foundation
import ModelGenerator

let command = Command(Array(CommandLine.arguments.dropFirst())) {
    FileHandle.standardInput.readDataToEndOfFile()
}
let result = command.run()
FileHandle.standardOutput.write(Data(result.output.utf8))
FileHandle.standardError.write(Data(result.errors.utf8))
exit(result.status)
