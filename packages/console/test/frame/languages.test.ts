import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { insideBrowser, newBrowser } from "../serving/browsing.ts"
import { layerWorld, newScript } from "../serving/world.ts"

describe("languages", () => {
  it.effect("are switched by a link that leads back to the same page, and remembered in a cookie", () =>
    Effect.gen(function* () {
      const browser = yield* insideBrowser
      const page = yield* browser.get("/day?day=2026-01-31", { headers: { "accept-language": "en" } })
      assert.include(page.text, '<html lang="en">')
      assert.include(page.text, "/day?day=2026-01-31&#38;language=fr")
      const french = yield* browser.get("/day?day=2026-01-31&language=fr")
      assert.include(french.text, '<html lang="fr">')
      assert.strictEqual(french.headers.get("content-language"), "fr")
      assert.match(french.headers.get("set-cookie") ?? "", /^cauri-language=fr; .*HttpOnly; SameSite=Strict$/)
      assert.include((yield* browser.get("/pauses", { headers: { "accept-language": "en" } })).text, '<html lang="fr">')
      const strange = yield* browser.get("/?language=de%0d%0aSet-Cookie:x")
      assert.isNull(strange.headers.get("set-cookie"))
    }).pipe(Effect.provide(layerWorld(newScript()))),
  )

  it.effect("are spoken at the door as well", () =>
    Effect.gen(function* () {
      const browser = yield* newBrowser()
      const door = yield* browser.get("/enter", { headers: { "accept-language": "fr" } })
      assert.include(door.text, "Ouvrir la console")
      assert.include(door.text, "/enter?language=en")
    }).pipe(Effect.provide(layerWorld(newScript()))),
  )
})
