/// The lines that the programs of the observations printed with Moya 15.0.3 and Alamofire, on Linux.
enum MoyaRecord {
    static let stubbed = #"""
        A1 immediate stub is synchronous: success 200 43 bytes
        A2 stub's request: http://127.0.0.1:PORT/zen
        A3 stub's response: nil
        A4 stub with a queue: before nil, on Q
        A5 provider's queue: Q
        A6 request's queue wins: O
        A7 custom response: success 203 1 bytes same true
        A8 network error: failure underlying(D 7) response nil
        A9 status 500 without validation: success 500 0 bytes
        A10 status 300 with validation: failure underlying(statusCode) response 300
        A11 its underlying: statusCode
        A12 delayed stub is synchronous: none
        A13 delayed stub: success 200 43 bytes main true late true
        A14 isCancelled before: false
        A15 cancelled delayed stub: failure underlying(NSURLErrorDomain -999) response nil at once false isCancelled true ["prepare1", "willSend1[1]", "didReceive1", "process1"]
        A16 order of plugins in a stub: ["prepare1", "prepare2", "willSend1[1,2]", "willSend2[1,2]", "didReceive1", "didReceive2", "process1", "process2", "completion"]
        A17 prepared request in the response: 1,2
        A18 failing request closure: failure underlying(R 1) response nil ["process1"] endpoints 1
        A19 waiting request closure: none
        A20 cancelled while waiting, before done: none true
        A21 cancelled while waiting, after done: failure underlying(NSURLErrorDomain -999) response nil ["didReceive1", "process1"]
        A22 empty sampleData: success 200 0 bytes https://example.com/a
        A23 MultiTarget: success 200 27 bytes Bearer T-API
        A24 MultiTarget's properties: /users/ash http://127.0.0.1:PORT GET 27 none [:] Bearer user("ash")
        A25 inflight: 1 [2]
        A26 inflight after: 2 0
        B1 plain: GET https://example.com/p [A=b] -
        B2 adding: GET https://example.com/p [A=c,D=e] -
        B3 adding nothing: GET https://example.com/p [] -
        B4 replacing: POST https://example.com/p [] x
        B5 query: GET https://example.com/p?a=x%20y%26z%2B%C3%A4/?&b=2&c=1&d%5B%5D=1&d%5B%5D=2&e%5Bk%5D=v&f=1.5&g=9223372036854775807&h=1&i=3&j=0 [] -
        B6 query noBrackets literal: GET https://example.com/p?c=true&d=1&d=true [] -
        B7 query in a URL with query: GET https://example.com/p?a=1&b=2 [] -
        B8 form: POST https://example.com/p [Content-Type=application/x-www-form-urlencoded; charset=utf-8] a=x%20y&n=1
        B9 form keeps type: POST https://example.com/p [Content-Type=x/y] a=1
        B10 queryString of POST: POST https://example.com/p?a=1 [] -
        B11 JSON: POST https://example.com/p [Content-Type=application/json] {"a":[1,2]}
        B12 JSON keeps type: POST https://example.com/p [Content-Type=x/y] {"a":1}
        B13 invalid JSON: throws parameterEncoding(AFError.parameterEncodingFailed)
        B14 encodable: POST https://example.com/p [Content-Type=application/json] ["title"]
        B15 custom encoder: POST https://example.com/p [Content-Type=application/json] {\n  "count" : 2,\n  "title" : "a\/b"\n}
        B16 encodable fails: throws encodableMapping(EncodingError)
        B17 composite data: POST https://example.com/p?q=1 [] d
        B18 composite parameters: POST https://example.com/p?q=1 [Content-Type=application/json] {"a":1}
        B19 composite form: POST https://example.com/p?q=1 [Content-Type=application/x-www-form-urlencoded; charset=utf-8] a=1
        B20 invalid URL: throws requestMapping()
        B21 data: POST https://example.com/p [] x
        B22 uploadFile: POST https://example.com/p [] -
        B23 download with parameters: GET https://example.com/p?a=1 [] -
        B24 path : https://example.com/a
        B24 path a: https://example.com/a/a
        B24 path /a: https://example.com/a/a
        B24 path a/: https://example.com/a/a/
        B24 path /a?b=c: https://example.com/a/a%3Fb=c
        B24 path /a b: https://example.com/a/a%20b
        B24 path /ä: https://example.com/a/%C3%A4
        B24 path /a#b: https://example.com/a/a%23b
        B24 path /a/../b: https://example.com/a/a/../b
        B24 path //a: https://example.com/a//a
        B24 path /%41: https://example.com/a/%2541
        B24 path /a%2Fb: https://example.com/a/a%252Fb
        B24 path /a:b: https://example.com/a/a:b
        B25 base with slash: https://example.com/a/b
        B26 base with query: https://example.com/a/b?x=1
        B27 equal: true
        B28 other url: false
        B29 other method: false
        B30 other body: true
        B31 other file: false
        B32 both invalid: true
        B33 invalid and valid: false
        B34 hash: true
        B35 multipart GET: false
        B35 multipart POST: true
        B35 multipart PUT: true
        B35 multipart DELETE: false
        B35 multipart OPTIONS: false
        B35 multipart HEAD: false
        B35 multipart PATCH: true
        B35 multipart TRACE: false
        B35 multipart CONNECT: true
        C1 filter closed: throws statusCode
        C2 filter half open: throws statusCode
        C3 filter one: 404
        C4 filter success: 299
        C5 filter success fails: throws statusCode
        C6 filter redirect: 304
        C7 mapJSON: 1
        C8 mapJSON invalid: throws jsonMapping
        C9 mapJSON empty: throws jsonMapping
        C10 mapJSON empty allowed: true
        C11 mapJSON fragment: 3
        C12 mapString: hällo
        C13 mapString invalid: throws stringMapping
        C14 mapString at: x
        C15 mapString at missing: throws stringMapping
        C16 mapString at in no JSON: throws jsonMapping
        C17 map: 1
        C18 map fails: throws objectMapping(DecodingError)
        C19 map array: 2
        C20 map at: 5
        C21 map at missing: throws jsonMapping
        C22 map at array: 1
        C23 map at Int: 5
        C24 map at Bool: true
        C25 map at String: s
        C26 map at URL: http://x/y
        C27 map at mismatch: throws objectMapping(DecodingError)
        C28 map Int for Bool: throws objectMapping(DecodingError)
        C29 empty object: nil
        C30 empty array: 1
        C31 empty object at: nil
        C32 empty fails: throws objectMapping(DecodingError)
        C33 empty strict: throws objectMapping(DecodingError)
        C34 empty at fails: throws jsonMapping
        C35 path through array: throws jsonMapping
        C36 null at: nil
        C37 equal: true
        C38 not equal: false
        C39 description: Status Code: 200, Data Length: 3 Status Code: 200, Data Length: 3 Status Code: 200, Data Length: 3
        C40.0: Failed to map data to an Image. | false | Moya.MoyaError 0 | nil | Failed to map data to an Image.
        C40.1: Failed to map data to JSON. | false | Moya.MoyaError 1 | nil | Failed to map data to JSON.
        C40.2: Failed to map data to a String. | false | Moya.MoyaError 2 | nil | Failed to map data to a String.
        C40.3: Failed to map data to a Decodable object. | false | Moya.MoyaError 3 | NSError | Failed to map data to a Decodable object.
        C40.4: Failed to encode Encodable object into data. | true | Moya.MoyaError 4 | NSError | Failed to encode Encodable object into data.
        C40.5: Status code didn't fall within the given range. | false | Moya.MoyaError 5 | nil | Status code didn't fall within the given range.
        C40.6: words | false | Moya.MoyaError 6 | NSError | words
        C40.7: words | true | Moya.MoyaError 6 | NSError | words
        C40.8: Failed to map Endpoint to a URLRequest. | true | Moya.MoyaError 7 | nil | Failed to map Endpoint to a URLRequest.
        C40.9: Failed to encode parameters for URLRequest. words | true | Moya.MoyaError 8 | NSError | Failed to encode parameters for URLRequest. words
        C41 convert success: success 201 0 bytes
        C42 convert error: failure underlying(Domain 200) response nil
        C43 convert nothing: failure underlying(NSURLErrorDomain -1) response nil
        D1 nil: [:]
        D1 Basic: ["Authorization": "Basic eyeAm"]
        D1 Bearer: ["Authorization": "Bearer eyeAm"]
        D1 CustomAuth: ["Authorization": "CustomAuth eyeAm"]
        D2 not authorizable: [:]
        D3 activity: ["began zen", "ended zen", "completion"]
        D4 default: ["Request=http://127.0.0.1:PORT/echo", "HTTP Request Method=POST", "Response=Received empty network response for echo(\"/echo\", Alamofire.HTTPMethod(rawValue: \"POST\"), Moya.Task.requestData(4 bytes), Optional([\"A\": \"b\"]))."]
        D5 verbose: ["Request=http://127.0.0.1:PORT/echo", "Request Body=body", "HTTP Request Method=POST", "Response=Received empty network response for echo(\"/echo\", Alamofire.HTTPMethod(rawValue: \"POST\"), Moya.Task.requestData(4 bytes), Optional([\"A\": \"b\"])).", "Response Body={}"]
        D6 none: ["Request=http://127.0.0.1:PORT/echo", "Response=Received empty network response for echo(\"/echo\", Alamofire.HTTPMethod(rawValue: \"POST\"), Moya.Task.requestData(4 bytes), Optional([\"A\": \"b\"]))."]
        D7 error: ["Request=http://127.0.0.1:PORT/echo", "Request Body=body", "HTTP Request Method=POST", "Error=Error calling echo(\"/echo\", Alamof"]
        D8 status error body: ["Request=http://127.0.0.1:PORT/status/1", "Response=Received empty network response for validated(1).", "Response Body=oops"]
        D9 success body option, error: ["Request=http://127.0.0.1:PORT/status/1", "Response=Received empty network response for validated(1).", "Response Body=oops"]
        D10 curl has the URL: [false]
        D11 default entry: true
        D12 data formatter: ## Cannot map data to String ##
        """#.split(separator: "\n").map(String.init)

    /// Of calls to a server.
    static let live = #"""
        E4 404 without validation: success 404 20 bytes
        E5 404 with validation: failure underlying(AFError.responseValidationFailed) response 404 underlying > AFError.responseValidationFailed | Response status code was unacceptable: 404. | body 20
        E6 200 with validation: success 200 20 bytes
        E9 cancel: failure underlying(AFError.explicitlyCancelled) response nil underlying > AFError.explicitlyCancelled at once false isCancelled true count 1 ["prepare1", "willSend1[1]", "didReceive1", "process1"]
        E11 order of plugins: ["prepare1", "prepare2", "willSend1[1,2]", "willSend2[1,2]", "didReceive1", "didReceive2", "process1", "process2", "completion"]
        E12 prepared request on the wire: 1,2
        E13 threads of plugins: ["prepare main false", "willSend main false", "didReceive main true", "process main true"]
        E14 process changes the result: success 299 0 bytes
        E17 download into a missing folder: failure underlying(AFError.downloadedFileMoveFailed) response 200 underlying(AFError.downloadedFileMoveFailed)
        E18 download: success 200 0 bytes file 5000 suggested logo.png temp true
        E19 download onto a file: failure underlying(AFError.downloadedFileMoveFailed) response 200 underlying(AFError.downloadedFileMoveFailed)
        E20 download over a file: success 200 0 bytes
        E21 download with parameters: success 200 0 bytes /echo?a=1
        E22 download of a 500: success 500 0 bytes file 20
        E23 multipart: POST /echo type multipart/form-data; boundary=B length true body --B|Content-Disposition: form-data; name="file"; filename="a.png"|Content-Type: image/png||ÿ\#u{0}A|--B|Content-Disposition: form-data; name="title"||HÃ¤"|--B--|
        E24 multipart with own type: POST /echo type multipart/form-data; boundary=B length true body --B|Content-Disposition: form-data; name="title"||HÃ¤"|--B--|
        E25 multipart and query: PUT /echo?a=1 type multipart/form-data; boundary=B length true body --B|Content-Disposition: form-data; name="title"||HÃ¤"|--B--|
        E26 multipart file: POST /echo type multipart/form-data; boundary=B length true body --B|Content-Disposition: form-data; name="f"; filename="x.txt"|Content-Type: text/x||file text|--B--|
        E27 multipart file without names: POST /echo type multipart/form-data; boundary=B length true body --B|Content-Disposition: form-data; name="f"; filename="moyasketch-upload.txt"|Content-Type: application/octet-stream||file text|--B--|
        E28 multipart stream: POST /echo type multipart/form-data; boundary=B length true body --B|Content-Disposition: form-data; name="s"; filename="s.txt"|Content-Type: text/plain||stream|--B--|
        E29 binary part without type: POST /echo type multipart/form-data; boundary=B length true body --B|Content-Disposition: form-data; name="b"||ÿþ|--B--|
        E30 multipart name with a quote: POST /echo type multipart/form-data; boundary=B length true body --B|Content-Disposition: form-data; name="a"b"; filename="c"d.txt"|Content-Type: text/plain||x|--B--|
        E31 uploadFile: POST /echo type B length true body file text
        E32 uploadFile without type: PUT /echo type B length true body file text
        E33 data without type: POST /echo type B length true body d
        E34 form: POST /echo type B length true body a=x%20y
        E35 JSON: DELETE /echo type B length true body {"a":1}
        E36 query: GET /echo?a=%C3%A4%20b&l%5B%5D=1&l%5B%5D=2 type B length false body 
        E37 path with a question mark: /echo%3Fx=1
        E39 path with umlaut: /echo/%C3%A4%20b
        E40 double slash: /echo//b
        E47 credentials: success 200 13 bytes
        E48 without credentials: none
        E52 in flight: [3]
        E53 in flight after: 3 0
        E55 log of a live call: ["Request=http://127.0.0.1:PORT/status/201", "Request Headers", "Request Body=b", "HTTP Request Method=POST", "Response", "Response Body={\"message\":\"status\"}"]
        E56 log of a refused status: ["Request=http://127.0.0.1:PORT/status/500", "Request Headers", "HTTP Request Method=GET", "Response", "Response Body={\"message\":\"status\"}"]
        E57 interceptor: success 200 11 bytes ["adapt", "adapt", "didReceive1", "prepare1", "prepare1", "process1", "retry 401 count 0 AFError.responseValidationFailed", "willSend1[1]", "willSend1[1]"]
        E58 doNotRetryWithError: failure underlying(AFError.requestRetryFailed) response 401 underlying > AFError.requestRetryFailed > N 3
        E59 adapt fails: failure underlying(AFError.requestAdaptationFailed) response nil underlying > AFError.requestAdaptationFailed > N 4
        """#.split(separator: "\n").map(String.init)
}
