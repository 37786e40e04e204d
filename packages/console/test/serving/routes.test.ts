/** The page's addresses behind a real server, as a program asks them that looks before it opens something. */
import { assert, describe, it } from "@effect/vitest"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer, Redacted } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { tokenDoor } from "../../src/door/tokenDoor.ts"
import { layerRoutes } from "../../src/serving/routes.ts"
import { testToken } from "./browsing.ts"
import { doubtful, layerWorld, newScript, payout, type Script } from "./world.ts"

const served = (script: Script) =>
  HttpRouter.serve(layerRoutes(tokenDoor({ token: Redacted.make(testToken), reusable: true }, "")), {
    disableLogger: true,
    disableListenLog: true,
  }).pipe(Layer.provideMerge(NodeHttpServer.layerTest), Layer.provideMerge(layerWorld(script)))

const asked = (url: string, init: RequestInit) =>
  Effect.promise(async () => {
    const response = await fetch(url, { redirect: "manual", ...init })
    return { headers: response.headers, status: response.status, text: await response.text() }
  })

const paths = [
  "/",
  "/find?id=another",
  "/day",
  "/pauses",
  "/payments/payout/shop/salary-1",
  "/payments/payout/shop/salary-1/completed",
  "/nowhere",
  "/enter",
]

describe("the addresses of the page", () => {
  it.live("answer HEAD as GET, without the body, to those who were let in and to others", () => {
    const script = newScript()
    return Effect.gen(function* () {
      yield* doubtful(script, payout("salary-1", 145_000))
      const { address } = yield* HttpServer.HttpServer
      const origin = `http://127.0.0.1:${address._tag === "UnixPathAddress" ? "" : address.port}`
      const entered = yield* asked(`${origin}/enter`, {
        method: "POST",
        body: new URLSearchParams({ token: testToken }),
        headers: { origin, "sec-fetch-site": "same-origin" },
      })
      const [cookie = ""] = entered.headers.getSetCookie().map((line) => line.split(";")[0] ?? "")
      const statuses = new Set<number>()
      for (const path of paths) {
        for (const headers of [{}, { cookie }]) {
          const got = yield* asked(`${origin}${path}`, { headers })
          const head = yield* asked(`${origin}${path}`, { method: "HEAD", headers })
          assert.notStrictEqual(got.text, "", path)
          assert.deepStrictEqual([head.status, head.text], [got.status, ""], path)
          for (const name of ["content-type", "cache-control", "x-frame-options"]) {
            assert.strictEqual(head.headers.get(name), got.headers.get(name), `${name} of ${path}`)
          }
          statuses.add(head.status)
        }
      }
      assert.sameMembers([...statuses], [200, 401, 404])
    }).pipe(Effect.provide(served(script)))
  })
})
