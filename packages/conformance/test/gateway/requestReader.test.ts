/** The log is a proof only when it reads what was sent: in one piece or in many, by length or in chunks, one request or several. */
import { assert, describe, it } from "@effect/vitest"
import { type RequestHead, requestReader, type SeenRequest } from "../../src/gateway/requestReader.ts"

const readAll = (pieces: ReadonlyArray<string>) => {
  const heads: Array<RequestHead> = []
  const requests: Array<SeenRequest> = []
  const reader = requestReader({ head: (head) => heads.push(head), request: (request) => requests.push(request) })
  for (const piece of pieces) reader.read(Buffer.from(piece))
  return { heads, requests }
}

const byLength = "POST /a?b=c HTTP/1.1\r\nHost: h\r\nX-Twice: 1\r\nX-Twice: 2\r\ncontent-LENGTH: 5\r\n\r\n\u00E9t\u00E9"
const inChunks = "POST /d HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
const without = "GET /f HTTP/1.1\r\nHost: h\r\n\r\n"

describe("requestReader", () => {
  it("keeps names, values and their order as they were sent", () => {
    const [request] = readAll([byLength]).requests
    assert.deepStrictEqual(request, {
      method: "POST",
      target: "/a?b=c",
      headers: [
        ["Host", "h"],
        ["X-Twice", "1"],
        ["X-Twice", "2"],
        ["content-LENGTH", "5"],
      ],
      body: "\u00E9t\u00E9",
    })
  })

  it("reads the same whether a byte comes at a time or everything at once", () => {
    const all = byLength + inChunks + without
    const whole = readAll([all])
    const bytes = [...Buffer.from(all)].map((byte) => String.fromCodePoint(byte))
    const piecewise: Array<SeenRequest> = []
    const reader = requestReader({ head: () => {}, request: (request) => piecewise.push(request) })
    for (const byte of bytes) reader.read(Buffer.from(byte, "latin1"))
    assert.deepStrictEqual(piecewise, whole.requests)
    assert.deepStrictEqual(
      whole.requests.map(({ body, method, target }) => [method, target, body]),
      [
        ["POST", "/a?b=c", "\u00E9t\u00E9"],
        ["POST", "/d", "abcde"],
        ["GET", "/f", ""],
      ],
    )
  })

  it("tells of a head whose body never comes, and of no request", () => {
    for (const cut of [byLength.slice(0, -2), inChunks.slice(0, -3), inChunks.slice(0, -12)]) {
      const { heads, requests } = readAll([cut])
      assert.strictEqual(heads.length, 1)
      assert.strictEqual(requests.length, 0)
    }
    assert.strictEqual(readAll(["GET /f HTTP/1.1\r\nHo"]).heads.length, 0)
  })
})
