// Gives the first page of the site the overview of `Tern`'s page: `swift .ci/landing.swift SITE`, as `.ci/documentation`
// calls it. DocC's own first page has only the list of the modules.

import Foundation

func object(at file: URL) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] ?? [:]
}

guard CommandLine.arguments.count == 2 else {
    print("Usage: swift .ci/landing.swift SITE")
    exit(64)
}
let data = URL(filePath: CommandLine.arguments[1]).appending(path: "data")
let tern = try object(at: data.appending(path: "documentation/tern.json"))
var landing = try object(at: data.appending(path: "documentation.json"))
landing["abstract"] = tern["abstract"]
landing["primaryContentSections"] = tern["primaryContentSections"]
let references = landing["references"] as? [String: Any] ?? [:]
landing["references"] = (tern["references"] as? [String: Any] ?? [:]).merging(references) { _, own in own }
try JSONSerialization.data(withJSONObject: landing).write(to: data.appending(path: "documentation.json"))
