import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { makeCallbackRate } from "../src/sending/callbackRate.ts"
import { targetOf } from "../src/sending/callbackTarget.ts"

const listed = ["shop.example", "hooks.example:8080", ".stores.example", "[fd00::1]:81", "bücher.example"]
const isAllowed = (url: string, hosts: ReadonlyArray<string> = listed) => Result.isSuccess(targetOf(url, hosts))

describe("targetOf", () => {
  it.each([
    "http://127.0.0.1:9/",
    "http://2130706433/",
    "http://127.9.9.9/",
    "http://[::1]:4010",
    "HTTP://LOCALHOST/",
    "https://localhost:1/",
  ])("allows loopback without any setting: %s #195", (url) => assert.isTrue(isAllowed(url, [])))

  it.each([
    "https://SHOP.example/hook?a=b",
    "http://shop.example:9000/",
    "http://hooks.example:8080/",
    "https://a.stores.example/",
    "http://a.b.stores.example/",
    "http://[FD00::1]:81/",
    "https://xn--bcher-kva.example/",
  ])("allows a listed host: %s #195", (url) => assert.isTrue(isAllowed(url)))

  it.each([
    "https://stranger.example/",
    "http://hooks.example/",
    "https://stores.example/",
    "https://mystores.example/",
    "https://xshop.example/",
    "https://shop.example.evil.example/",
    "https://shop.example./",
    "http://localhost.evil.example/",
    "http://127.0.0.1.evil.example/",
    "http://169.254.169.254/",
    "http://0/",
    "http://[::ffff:127.0.0.1]/",
    "http://[fd00::1]/",
  ])("refuses every other host: %s #195", (url) => assert.isFalse(isAllowed(url)))

  it.each(["", "/hook", "shop.example/hook", "ftp://127.0.0.1/", "http://user@127.0.0.1/", "http://[::1/"])(
    "refuses what is no http or https address: %j #9",
    (url) => assert.isFalse(isAllowed(url)),
  )
})

describe("makeCallbackRate", () => {
  const loopback = new URL("http://127.0.0.1:1/")
  const granted = (take: ReturnType<typeof makeCallbackRate>, now: number, url = loopback) =>
    Array.from({ length: 60 }, () => take(url, now)).filter(Result.isSuccess).length

  it("grants 40 POSTs at once, then 20 per second, never more after a rest or for a clock that was set back #196", () => {
    const take = makeCallbackRate()
    assert.deepStrictEqual(
      [0, 49, 50, 1_050, 500, 3_600_000].map((now) => granted(take, now)),
      [40, 0, 1, 20, 0, 40],
    )
  })

  it("counts each host and port on its own, and the whole of loopback as one host #196", () => {
    const take = makeCallbackRate({ perSecond: 1, burst: 2 })
    assert.deepStrictEqual(
      ["http://127.0.0.1:1/", "http://localhost:1/", "http://127.0.0.1:2/", "https://shop.example/"].map((url) =>
        granted(take, 0, new URL(url)),
      ),
      [2, 0, 2, 2],
    )
  })
})
