/** The check of `proxied.process.test.ts` convicts what it is for; and the example of a proxy has the receiver's own limits. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { defaultReceiverLimits } from "@cauri/callbacks"
import { socketLimits } from "@cauri/runtime"
import { home } from "./home.ts"
import { disagreementOf, type Passed } from "./proxied.ts"

const fine: Passed = {
  what: "a row",
  statuses: [200],
  passedOn: ["POST /a"],
  arrived: ["POST /a"],
  rang: 1,
  next: [200],
}

describe("what nginx and the server say of a row", () => {
  it.each<readonly [string, Partial<Passed>, RegExp | null]>([
    ["the same request", {}, null],
    ["a request that Node's parser refuses", { statuses: [400], arrived: [], rang: 0 }, null],
    ["a request that is answered by nginx alone", { statuses: [404], passedOn: [], arrived: [], rang: 0 }, null],
    ["a request that was smuggled", { arrived: ["POST /a", "GET /b"] }, /other requests/],
    ["another request", { arrived: ["POST /b"] }, /other requests/],
    ["a request that got lost", { arrived: [], rang: 0 }, /other requests/],
    ["a bell without a ringer", { rang: 2 }, /more bells/],
    ["a next caller who hears the answer of another", { next: [200, 200] }, /next caller/],
    ["a next caller who is refused", { next: [400] }, /next caller/],
  ])("is judged: %s (A17)", (_, change, expected) => {
    const told = disagreementOf({ ...fine, ...change })
    if (expected === null) assert.isNull(told)
    else assert.match(told ?? "", expected)
  })
})

describe("the example of a proxy", () => {
  it("gives no caller and no address more than the receiver does, and logs no address (A7, A8, A9)", () => {
    const text = readFileSync(join(home, "deploy", "nginx.conf"), "utf8")
    const seconds = (name: string) => Number(new RegExp(`^ *${name} (\\d+)s;$`, "m").exec(text)?.[1] ?? "NaN") * 1_000
    assert.strictEqual(seconds("client_header_timeout"), socketLimits.head)
    assert.isAtMost(seconds("client_body_timeout"), socketLimits.request)
    assert.strictEqual(seconds("keepalive_timeout"), socketLimits.idle)
    assert.match(text, /^ *client_max_body_size 128k;$/m)
    assert.match(text, /^ *large_client_header_buffers 2 4k;$/m)
    const perAddress = Number(/^ *limit_conn cauri_addresses (\d+);$/m.exec(text)?.[1])
    const perCaller = Number(/^ *limit_conn cauri_callers (\d+);$/m.exec(text)?.[1])
    assert.isAtMost(perAddress, defaultReceiverLimits.atOncePerAddress)
    assert.isBelow(perCaller, defaultReceiverLimits.atOnce)
    assert.match(text, /^ *limit_req zone=cauri_requests burst=\d+ nodelay;$/m)
    for (const zone of ["conn_zone \\$binary_remote_addr zone=cauri_callers", "conn_zone \\$uri zone=cauri_addresses"])
      assert.match(text, new RegExp(`^limit_${zone}:\\d+m;$`, "m"))
    assert.match(text, /^limit_req_zone \$binary_remote_addr zone=cauri_requests:\d+m rate=\d+r\/s;$/m)
    assert.strictEqual(text.match(/^server \{/gm)?.length, text.match(/^ *access_log off;$/gm)?.length)
    assert.strictEqual(text.match(/^server \{/gm)?.length, text.match(/^ *error_log \S+ emerg;$/gm)?.length)
  })
})
