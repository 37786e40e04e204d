/** The sandbox grades receiver, reconciler, API and the shops of the site's pages in other languages, at both of its faces. */
import { assert, describe, it } from "@effect/vitest"
import { freePort, redLines, spawnGrading, temporaryFolder, unseenLines } from "@cauri/programs"
import { Effect } from "effect"
import { startBehindApi } from "./behindApi.ts"
import { gradedShop } from "./gradedShops.ts"
import { isThere, shopLanguages, startShop } from "./shops.ts"

const graded = Effect.fnUntraced(function* (language: (typeof shopLanguages)[number], face: string) {
  const folder = yield* temporaryFolder
  // Everything is there before the sandbox is, which begins at once.
  const [servicePort, port] = [yield* freePort(), yield* freePort()]
  const keys = { apiKey: "sandbox-key-of-the-shops", apiToken: "sandbox-token-of-the-shops" }
  const service = { url: `http://127.0.0.1:${servicePort}`, ...keys }
  const { resumePayouts, webhookSecret, ...api } = yield* startBehindApi(service, folder, port)
  const program = gradedShop(yield* startShop(language, { api, folder, port, webhookSecret }), resumePayouts)
  const { exit, said, verdict } = yield* spawnGrading(
    () => Effect.succeed(program),
    ["--amount=2500", "--patience=60"],
    {
      SANDBOX_FACE: face,
      SANDBOX_PORT: String(servicePort),
      SANDBOX_API_KEY: keys.apiKey,
      SANDBOX_API_TOKEN: keys.apiToken,
    },
  )
  const leftOut = said.split("the scenario is left out").length - 1
  return { red: redLines(verdict), points: verdict.points, of: verdict.of, exit, leftOut, unseen: unseenLines(verdict) }
}, Effect.scoped)

describe("the grade of a shop over the HTTP API", () => {
  for (const language of shopLanguages)
    it.live(
      `in ${language.name} has no red line, and all points, at both faces`,
      (context) =>
        Effect.gen(function* () {
          if (!isThere(language)) return context.skip(`${language.name} is not on this machine`)
          const grades = yield* Effect.forEach(["strict", "as-observed"], (face) => graded(language, face), {
            concurrency: 2,
          })
          // It makes no payout to a wallet of the service.
          const all = { red: [], points: 48, of: 48, exit: 0, leftOut: 1, unseen: ["asked_again"] }
          assert.deepStrictEqual(grades, [all, all])
        }),
      900_000,
    )
})
