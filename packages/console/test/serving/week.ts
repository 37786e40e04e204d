/** The pages of a busy week, for a real browser. */
import { Clock, Effect, type Layer, type Scope } from "effect"
import type { Page } from "playwright-core"
import type { StorePorts } from "@cauri/core/adapter"
import { texts } from "../../src/frame/texts.ts"
import { served } from "./browsing.ts"
import { busyWeek, clockBehind, layerWorld, newScript, weekMillis, type WorldServices } from "./world.ts"

/** A busy week in this store, which has just ended when the effect begins. */
export const afterWeek = <A, E, LE = never>(
  body: Effect.Effect<A, E, WorldServices | Scope.Scope>,
  store?: Layer.Layer<StorePorts, LE>,
) =>
  Clock.clockWith((machine) => {
    const script = newScript()
    const cell = { behind: weekMillis }
    const travel = (millis: number) => Effect.sync(() => void (cell.behind -= millis))
    return Effect.andThen(busyWeek(script, travel), body).pipe(
      Effect.scoped,
      Effect.provide(layerWorld(script, true, store)),
      Effect.provideService(Clock.Clock, clockBehind(cell, machine)),
    )
  })

/** Serves the pages at the end of a busy week. */
export const inWeek = (body: (address: string) => Effect.Effect<void, unknown, WorldServices | Scope.Scope>) =>
  afterWeek(Effect.flatMap(served, body))

/** Opens the console by its token; gives its origin. */
export const entered = async (page: Page, address: string, language: "en" | "fr" = "en"): Promise<string> => {
  const { entry, worklist } = texts[language]
  await page.goto(address)
  await page.getByRole("button", { name: entry.open }).click()
  await page.getByRole("heading", { name: worklist.title }).waitFor()
  return new URL(address).origin
}

/** Every page, by the name of its picture. */
export const weekPages: Readonly<Record<string, string>> = {
  "in-doubt": "/",
  all: "/?list=all&kind=payout",
  empty: "/?list=held&project=other",
  payment: "/payments/payout/shop/salary-2026-w47-001",
  flagged: "/payments/payin/shop/order-1046",
  completed: "/payments/payin/shop/order-1041",
  decision: "/payments/payout/shop/salary-2026-w46-003/send_again",
  "close-flag": "/payments/payin/shop/order-1046/close_flag",
  reveal: "/payments/payin/shop/order-1041/reveal",
  day: "/day",
  pauses: "/pauses",
  resume: "/pauses/resume?scope=operator%2Fshop%2FSanza",
  unknown: "/find?id=order-9999",
  figures: "/figures?days=7",
  "by-age": "/?list=flagged&order=age",
  search: "/find?id=75000",
  "search-empty": "/find",
  together:
    "/together?act=close_flag&pick=payin:shop:order-1046&pick=payout:shop:salary-2026-w47-001&pick=payin:shop:order-1041",
  "together-none": "/together?act=cancel",
}
