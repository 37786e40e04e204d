/** The pages inside a host: who may see and do what is checked before any path, and links work wherever they are mounted. */
import { assert, describe } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { Payouts } from "@cauri/core"
import { makeConsoleHandler } from "../../src/serving/consoleHandler.ts"
import { assets } from "../../src/frame/shell.ts"
import { type Permission, permissions, type Person } from "../../src/frame/Visitor.ts"
import { itWithin } from "@cauri/house/it"
import { doubtful, layerWorld, newScript, payout, type WorldServices } from "./world.ts"

const base = "/admin/payments"
const at = (path: string) => `https://admin.shop.example${base}${path}`
const doubtfulPath = "/payments/payout/shop/salary-1"
const heldPath = "/payments/payout/shop/salary-2"

const form = { by: "Someone else", reason: "The service wrote it.", evidence: "Letter 12", amount: "145000" }

/** Every address: how it is asked, and what it takes. */
const addresses: ReadonlyArray<readonly [method: string, path: string, takes: Permission]> = [
  ["GET", "/", "look"],
  ["GET", "/?list=all", "look"],
  ["GET", "/find?id=salary-1", "look"],
  ["GET", "/day", "look"],
  ["GET", "/statements", "look"],
  ["POST", "/statements", "import"],
  ["GET", "/statements/compare?project=shop&from=1970-01-01&to=1970-01-02", "look"],
  ["GET", "/pauses", "look"],
  ["POST", "/pauses", "decide"],
  ["GET", "/pauses/resume?scope=payouts", "release"],
  ["POST", "/pauses/resume", "release"],
  ["GET", doubtfulPath, "look"],
  ["GET", `${doubtfulPath}/reveal`, "reveal"],
  ["POST", `${doubtfulPath}/reveal`, "reveal"],
  ["GET", `${doubtfulPath}/completed`, "decide"],
  ["POST", `${doubtfulPath}/completed`, "decide"],
  ["GET", `${doubtfulPath}/not_completed`, "decide"],
  ["GET", `${doubtfulPath}/send_again`, "release"],
  ["POST", `${doubtfulPath}/send_again`, "release"],
  ["GET", `${heldPath}/release`, "release"],
  ["POST", `${heldPath}/release`, "release"],
  ["POST", `${heldPath}/cancel`, "decide"],
  ["POST", `${doubtfulPath}/recheck`, "decide"],
  ["GET", "/nowhere", "look"],
  ["PUT", "/nowhere", "look"],
  ["GET", "/enter", "look"],
  ["POST", "/enter", "look"],
  ["HEAD", "/", "look"],
  ["GET", "//other.example/x", "look"],
  ...assets.map(({ path }) => ["GET", path, "look"] as const),
]

const asked = (method: string, path: string, given: Readonly<Record<string, string>> = {}) => {
  const body = new URLSearchParams(form).toString()
  const posted = {
    "content-type": "application/x-www-form-urlencoded",
    "content-length": String(body.length),
    "sec-fetch-site": "same-origin",
  }
  return new Request(at(path), {
    method,
    headers: { host: "admin.shop.example", ...(method === "POST" ? posted : {}), ...given },
    ...(method === "POST" ? { body } : {}),
  })
}

/** A form with these headers; without `Sec-Fetch-Site` where it is empty, as an older browser sends it. */
const formWith = (given: Readonly<Record<string, string>>): Request => {
  const request = asked("POST", "/pauses", given)
  if (given["sec-fetch-site"] === "") request.headers.delete("sec-fetch-site")
  return request
}

/** A shop with a payout in doubt and one that is held, and the pages in a host that answers `who` like this. */
const inHost =
  (who: Person | null) =>
  (
    body: (
      ask: (request: Request) => Effect.Effect<{ readonly response: Response; readonly text: string }>,
    ) => Effect.Effect<void, unknown, WorldServices | Scope.Scope>,
  ) => {
    const script = newScript()
    return Effect.gen(function* () {
      yield* doubtful(script, payout("salary-1", 145_000))
      const twin = { phone: "22670000009" }
      yield* (yield* Payouts).create(payout("salary-0", 90_000, twin))
      yield* (yield* Payouts).create(payout("salary-2", 90_000, twin))
      const handler = yield* makeConsoleHandler({ who: () => who, base })
      return yield* body((request) =>
        Effect.promise(async () => {
          const response = await handler(request)
          return { response, text: await response.text() }
        }),
      )
    }).pipe(Effect.scoped, Effect.provide(layerWorld(script)))
  }

const person = (...may: ReadonlyArray<Permission>): Person => ({ name: "A. Colleague", may })

describe("the pages in a host", () => {
  for (const [whom, who, status] of [
    ["someone whom the host does not know, on any path, asset or method", null, 401],
    ["someone who may not even look", person("decide", "release", "reveal"), 403],
  ] as const) {
    itWithin(inHost(who))(`show nothing to ${whom}`, function* (ask) {
      for (const [method, path] of addresses) {
        const { response, text } = yield* ask(asked(method, path))
        assert.strictEqual(response.status, status, `${method} ${path}`)
        assert.notMatch(text, /145|Baobab|5f3a91c2|@media/, `${method} ${path}`)
      }
    })
  }

  for (const permission of permissions) {
    itWithin(inHost(person("look", permission)))(
      `let someone who may look and ${permission} do that and no more`,
      function* (ask) {
        for (const [method, path, takes] of addresses) {
          const { response } = yield* ask(asked(method, path))
          const may = takes === "look" || takes === permission
          if (may) assert.notInclude([401, 403], response.status, `${method} ${path}`)
          else assert.strictEqual(response.status, 403, `${method} ${path}`)
        }
      },
    )
  }

  itWithin(inHost(person("look")))("offer no form and no link to what the person may not do", function* (ask) {
    for (const path of ["/", "/pauses", "/day", "/statements", doubtfulPath, heldPath]) {
      const { response, text } = yield* ask(asked("GET", path))
      assert.strictEqual(response.status, 200, path)
      assert.notMatch(text, /method="post"|\/(completed|send_again|release|reveal|resume)"/, path)
    }
  })

  itWithin(inHost(person(...permissions)))(
    "record a decision under the name that the host gives, whatever a form says",
    function* (ask) {
      const page = yield* ask(asked("GET", `${doubtfulPath}/completed`))
      assert.notInclude(page.text, 'name="by"')
      const asOf = /name="asOf" value="(\d+)"/.exec(page.text)?.[1] ?? ""
      const body = new URLSearchParams({ ...form, asOf }).toString()
      const headers = {
        host: "admin.shop.example",
        "content-type": "application/x-www-form-urlencoded",
        "content-length": String(body.length),
        "sec-fetch-site": "same-origin",
      }
      const decided = yield* ask(new Request(at(`${doubtfulPath}/completed`), { method: "POST", body, headers }))
      assert.strictEqual(decided.response.status, 303)
      const location = new URL(decided.response.headers.get("location") ?? "", at(`${doubtfulPath}/completed`))
      assert.strictEqual(location.href, at(`${doubtfulPath}?done=completed`))
      const { text } = yield* ask(asked("GET", doubtfulPath))
      assert.include(text, "A. Colleague")
      assert.notInclude(text, "Someone else")
    },
  )

  itWithin(inHost(person(...permissions)))("take a form only from a page of the same address", function* (ask) {
    for (const site of ["cross-site", "same-site", "none"]) {
      assert.strictEqual((yield* ask(formWith({ "sec-fetch-site": site }))).response.status, 403, site)
    }
    const older = { "sec-fetch-site": "" }
    for (const origin of ["https://other.example", "null", "https://admin.shop.example.other.example"]) {
      assert.strictEqual((yield* ask(formWith({ ...older, origin }))).response.status, 403, origin)
    }
    assert.strictEqual((yield* ask(formWith(older))).response.status, 403, "neither header")
    assert.strictEqual((yield* ask(formWith({ ...older, origin: "https://admin.shop.example" }))).response.status, 422)
  })

  itWithin(inHost(person(...permissions)))(
    "lead from every page to pages of the same host, wherever they are mounted",
    function* (ask) {
      const seen = new Set<string>()
      // A host may ask for the root with a slash at its end, and some never do.
      const waiting = ["/", ""]
      for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
        if (seen.has(path)) continue
        seen.add(path)
        const { response, text } = yield* ask(asked("GET", path))
        assert.include([200, 303], response.status, path)
        for (const [, name, link = ""] of text.matchAll(/ (href|action|src)="([^"#]+)"/g)) {
          const { href, pathname, search } = new URL(link.replaceAll("&#38;", "&"), at(path))
          assert.isTrue(href.startsWith(at("/")), `${path} leads to ${link}`)
          if (name === "href" && !/language=/.test(search)) waiting.push(`${pathname.slice(base.length)}${search}`)
        }
        if (seen.size > 150) break
      }
      assert.isTrue([...seen].some((path) => path.startsWith(`${doubtfulPath}/`)))
    },
  )
})
