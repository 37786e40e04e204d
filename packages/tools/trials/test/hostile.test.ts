/** What the hostile run holds against an answer. */
import { assert, describe, it } from "@effect/vitest"
import { faultIn, type HostileRun, wrongIn } from "./hostile.ts"
import { hostileRequest } from "./hostileRequests.ts"

const made = {
  ...hostileRequest(1, 1, ["key"]),
  operation: null,
  statuses: new Set([200, 409]),
  most: 1,
  isWhole: true,
}
const problem = { type: "about:blank", title: "x", status: 409, code: "content_conflict" }
const head = (status: number, more = "") => `HTTP/1.1 ${status} X\r\nContent-Type: application/problem+json${more}`
const right = { status: 200, head: "HTTP/1.1 200 OK\r\nContent-Type: application/json", body: "{}" }
const exchange = (...answers: ReadonlyArray<typeof right>) => ({ answers, rest: 0 })

describe("the hostile run", () => {
  it("takes a right answer, and finds each planted fault", () => {
    const asked = { ...made, leaves: false, method: "GET" }
    assert.isNull(faultIn(asked, exchange(right)))
    const planted = [
      [exchange(right, right), /^2 answers/],
      [exchange(), /^no answer/],
      [{ answers: [right], rest: 3 }, /^bytes behind/],
      [exchange({ ...right, status: 500 }), /does not name/],
      [exchange({ ...right, head: `${right.head}\r\nX-Injected: 1` }), /header of the client's/],
      [exchange({ ...right, status: 409 }), /not as the document says/],
      [exchange({ status: 409, head: head(409), body: JSON.stringify(problem) }), /no problem of the document/],
    ] as const
    for (const [given, fault] of planted) assert.match(faultIn(asked, given) ?? "", fault)
  })

  it("takes memory that comes back, and finds a leak and an error in the log", () => {
    const run: HostileRun = {
      requests: 1,
      statuses: {},
      findings: [],
      logged: [],
      heapMegabytes: [40, 90, 41],
      residentMegabytes: [100, 150, 130],
    }
    assert.deepStrictEqual(wrongIn(run), [])
    for (const leak of [{ heapMegabytes: [40, 60] }, { residentMegabytes: [100, 250] }, { logged: ["an error"] }])
      assert.lengthOf(wrongIn({ ...run, ...leak }), 1)
  })
})
