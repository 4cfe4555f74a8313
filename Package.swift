// swift-tools-version: 6.2.3

import PackageDescription

let applePlatforms: [Platform] = [.macOS, .iOS, .tvOS, .watchOS, .visionOS, .macCatalyst]

let package = Package(
    name: "Tern",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "Tern", targets: ["Tern"]),
        .library(name: "TernURLSession", targets: ["TernURLSession"]),
        .library(name: "TernPlugins", targets: ["TernPlugins"]),
        .library(name: "TernCache", targets: ["TernCache"]),
        .library(name: "TernMoya", targets: ["TernMoya"]),
        .library(name: "TernImages", targets: ["TernImages"]),
        .library(name: "TernTesting", targets: ["TernTesting"]),
        .library(name: "TernVirtualTime", targets: ["TernVirtualTime"]),
        .library(name: "TernImagesTesting", targets: ["TernImagesTesting"]),
        .library(name: "TernConformance", targets: ["TernConformance"]),
        .library(name: "TernTestSupport", targets: ["TernTestSupport"]),
        .plugin(name: "TernOpenAPIPlugin", targets: ["TernOpenAPIPlugin"]),
        .library(name: "TernOpenAPITesting", targets: ["TernOpenAPITesting"]),
    ],
    targets: [
        // The functions of libcurl and other libraries, which are opened at run time.
        .target(name: "CTern"),
        // The C part of the hooks of virtual time.
        .target(name: "CTernHooks"),
        // The values of HTTP, and what is true of every transport.
        .target(
            name: "TernHTTP",
            dependencies: ["CTern"],
            // A call runs where it is made, so that a call from the main actor stays there.
            swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
        ),
        // The engine of Linux.
        .target(
            name: "TernCurl",
            dependencies: ["CTern", "TernHTTP"],
            swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
        ),
        // The engine of Apple platforms. On Linux, only who imports it builds it.
        .target(
            name: "TernURLSession",
            dependencies: ["TernHTTP"],
            swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
        ),
        .target(
            name: "Tern",
            dependencies: [
                "CTern", "TernHTTP", .target(name: "TernCurl", condition: .when(platforms: [.linux])),
                .target(name: "TernURLSession", condition: .when(platforms: applePlatforms)),
            ],
            swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
        ),
        .target(
            name: "TernPlugins",
            dependencies: ["CTern", "Tern"],
            swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
        ),
        // An HTTP cache, on the public API of Tern.
        .target(
            name: "TernCache",
            dependencies: ["Tern"],
            packageAccess: false,
            swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
        ),
        // The API of Moya, on the public API of Tern.
        .target(name: "TernMoya", dependencies: ["Tern"], packageAccess: false),
        .target(
            name: "TernImages",
            dependencies: ["Tern", "TernCache"],
            // The functions of a service run where they are called, as those of a provider.
            swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
        ),
        // Virtual time for any async code: it imports nothing of Tern.
        .target(name: "TernVirtualTime", dependencies: ["CTernHooks"]),
        .target(name: "TernTesting", dependencies: ["Tern", "TernVirtualTime"]),
        .target(name: "TernImagesTesting", dependencies: ["Tern", "TernImages", "TernTesting"]),
        .target(name: "TernConformance", dependencies: ["Tern", "TernTesting"]),
        .target(name: "TernTestSupport", dependencies: ["Tern", "TernTesting"]),
        // Reads OpenAPI documents and writes targets: no app links it.
        .target(name: "TernOpenAPI"),
        .executableTarget(name: "tern-openapi", dependencies: ["TernOpenAPI"]),
        // `swift package openapi …`
        .plugin(
            name: "TernOpenAPIPlugin",
            capability: .command(
                intent: .custom(verb: "openapi", description: "Generates an API from an OpenAPI document."),
                permissions: [.writeToPackageDirectory(reason: "The files of the API are written to it.")]
            ),
            dependencies: ["tern-openapi"],
            path: "Sources/TernOpenAPIPlugin"
        ),
        // Compares targets and recordings with an OpenAPI document.
        .target(name: "TernOpenAPITesting", dependencies: ["Tern", "TernOpenAPI", "TernTesting"]),

        .executableTarget(name: "accounts", dependencies: ["Tern", "TernTesting"], path: "Examples/Accounts"),
        .executableTarget(
            name: "github",
            dependencies: ["Tern", "TernPlugins", "TernTesting"],
            path: "Examples/GitHub"
        ),
        .executableTarget(name: "music", dependencies: ["Tern", "TernPlugins"], path: "Examples/Music"),
        .executableTarget(
            name: "parcels",
            dependencies: ["Tern", "TernPlugins"],
            path: "Examples/Parcels",
            exclude: ["openapi.yaml"]
        ),
        .executableTarget(
            name: "posefeed",
            dependencies: ["Tern", "TernCache", "TernImages", "TernPlugins", "TernTesting"],
            path: "Examples/PoseFeed"
        ),
        .executableTarget(
            name: "tasks",
            dependencies: ["Tern", "TernCache", "TernPlugins", "TernTesting"],
            path: "Examples/Tasks"
        ),

        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "CTern", "DeterminismPrograms", "Tern", "TernCache", "TernImages", "TernPlugins", "TernTesting",
                "TernURLSession",
            ],
            path: "Tests/Benchmarks",
            exclude: ["weight"]
        ),
        // One command that checks the platform on which it runs.
        .executableTarget(
            name: "tern-check",
            dependencies: [
                "DeterminismPrograms", "Tern", "TernConformance", "TernImages", "TernPlugins", "TernTesting",
                "TestDoubles", "TestFidelity",
            ],
            path: "Tests/Check"
        ),
        .executableTarget(
            name: "compiler-checks",
            dependencies: ["Tern", "TernCache", "TernMoya", "TernPlugins", "TernTesting"],
            path: "Tests/CompilerChecks"
        ),
        .target(name: "CTestParallelization", path: "Tests/CTestParallelization"),
        .target(name: "TestRounds", dependencies: ["CTestParallelization"], path: "Tests/TestRounds"),
        // Doubles for several targets of tests.
        .target(
            name: "TestDoubles",
            dependencies: ["Tern", "TernConformance", "TernTesting", "TernURLSession", "TestRounds"],
            path: "Tests/TestDoubles"
        ),
        // Calls that must have the same events on each double and engine.
        .target(
            name: "TestFidelity",
            dependencies: ["Tern", "TernPlugins", "TernTesting", "TernURLSession", "TestDoubles"],
            path: "Tests/TestFidelity"
        ),
        // Programs in virtual time that must have one order of events.
        .target(
            name: "DeterminismPrograms",
            dependencies: ["Tern", "TernTesting"],
            path: "Tests/DeterminismPrograms"
        ),
        .executableTarget(name: "Quickstart", dependencies: ["Tern"], path: "Tests/READMEProgram"),
        .testTarget(
            name: "AccountsTests",
            dependencies: ["accounts", "Tern", "TernTestSupport", "TernTesting", "TestRounds"]
        ),
        // Holds an adapter, which anybody can write: it sees what another package would see.
        .testTarget(
            name: "AdapterTests",
            dependencies: ["Tern", "TernConformance", "TernTestSupport", "TernTesting"],
            packageAccess: false
        ),
        .testTarget(name: "CheckTests", dependencies: ["tern-check", "TernTesting"]),
        .testTarget(name: "ExamplesTests", dependencies: ["github", "Tern", "TernTesting"]),
        .testTarget(
            name: "MainActorAppTests",
            dependencies: ["Tern", "TernPlugins"],
            swiftSettings: [
                .defaultIsolation(MainActor.self),
                .enableUpcomingFeature("InferIsolatedConformances"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ]
        ),
        .testTarget(
            name: "ParcelsTests",
            dependencies: ["parcels", "Tern", "TernOpenAPI", "TernOpenAPITesting", "TernTesting"]
        ),
        .testTarget(
            name: "PoseFeedTests",
            dependencies: [
                "posefeed", "Tern", "TernCache", "TernImages", "TernImagesTesting", "TernPlugins", "TernTestSupport",
                "TernTesting",
                "TestRounds",
            ]
        ),
        .testTarget(
            name: "READMETests",
            dependencies: [
                "Quickstart", "Tern", "TernCache", "TernConformance", "TernImages", "TernImagesTesting", "TernMoya",
                "TernPlugins",
                "TernTesting", "TernTestSupport", "TernURLSession", "TernVirtualTime",
            ],
            exclude: ["Fixtures", "Guide/Cassettes"]
        ),
        .testTarget(
            name: "TernCacheTests",
            dependencies: ["Tern", "TernCache", "TernTestSupport", "TernTesting", "TestDoubles", "TestRounds"]
        ),
        .testTarget(
            name: "TernImagesTests",
            dependencies: [
                "Tern", "TernCache", "TernImages", "TernImagesTesting", "TernPlugins", "TernTestSupport", "TernTesting",
                "TestDoubles", "TestRounds",
            ]
        ),
        .testTarget(
            name: "MusicTests",
            dependencies: ["music", "Tern", "TernPlugins", "TernTestSupport", "TernTesting"]
        ),
        .testTarget(
            name: "TasksTests",
            dependencies: ["tasks", "Tern", "TernPlugins", "TernTestSupport", "TernTesting"]
        ),
        // Sees what an app sees.
        .testTarget(name: "TernMoyaTests", dependencies: ["Tern", "TernMoya"], packageAccess: false),
        .testTarget(
            name: "TernHTTPTests",
            dependencies: [
                "Tern", "TernCache", "TernConformance", "TernHTTP", "TernPlugins", "TernTesting", "TernURLSession",
                "TestDoubles", "TestRounds",
            ]
        ),
        .testTarget(
            name: "TernURLSessionTests",
            dependencies: [
                "Tern", "TernConformance", "TernHTTP", "TernTesting", "TernURLSession", "TestDoubles", "TestRounds",
            ]
        ),
        .testTarget(
            name: "TernCurlTests",
            dependencies: [
                "CTern", "Tern", "TernConformance", .target(name: "TernCurl", condition: .when(platforms: [.linux])),
                "TernHTTP", "TernMoya", "TernTesting", "TernURLSession", "TestDoubles",
            ]
        ),
        .testTarget(
            name: "TernTests",
            dependencies: [
                "Tern", "TernConformance", "TernPlugins", "TernTesting", "TernURLSession", "TestDoubles",
                "TestFidelity",
            ]
        ),
        .testTarget(
            name: "TernPluginsTests",
            dependencies: [
                "Tern", "TernHTTP", "TernPlugins", "TernTestSupport", "TernTesting", "TestDoubles", "TestRounds",
            ]
        ),
        .testTarget(name: "TernConformanceTests", dependencies: ["Tern", "TernConformance", "TernTesting"]),
        .testTarget(
            name: "TernTestingTests",
            dependencies: [
                "Tern", "TernConformance", "TernPlugins", "TernTesting", "TernURLSession", "TernVirtualTime",
                "TestDoubles", "TestRounds",
            ],
            exclude: ["Contract/Fixtures"]
        ),
        .testTarget(name: "TernOpenAPITests", dependencies: ["TernOpenAPI"]),
        .testTarget(name: "TernOpenAPICommandTests", dependencies: ["tern-openapi", "TernOpenAPI"]),
        .testTarget(name: "TernOpenAPITestingTests", dependencies: ["Tern", "TernOpenAPITesting", "TernTesting"]),
        .testTarget(name: "TernVirtualTimeTests", dependencies: ["TernVirtualTime", "TestRounds"]),
        .testTarget(
            name: "TernTestSupportTests",
            dependencies: ["Tern", "TernTestSupport", "TernTesting", "TernURLSession", "TestDoubles"]
        ),
    ]
)
